/**
 * The base images of the Dockerfile, made of the same Debian packages and the same Node, for a machine that reaches no
 * registry of images. Needs root and debootstrap.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What `gcr.io/distroless/cc-debian12` consists of, as far as the image uses it. */
const smallPackages = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'libssl3', 'tzdata'];
const certificates = 'etc/ssl/certs/ca-certificates.crt';
const nobody = 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n';

/** Adds both under the names that the Dockerfile has. Takes a minute or two, and 300 MB on the disk. */
export function makeBases(engine: readonly string[], [node = '', small = '']: readonly string[]) {
  const work = mkdtempSync(path.join(tmpdir(), 'baraza-bases-'));
  try {
    const debian = path.join(work, 'debian');
    const packages = '--include=ca-certificates,libatomic1,libssl3,libstdc++6,tzdata';
    execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', debian]);
    const bare = makeSmallRoot(debian, path.join(work, 'small'));
    addNode(debian);
    // Whom this machine trusts, such as the proxy of its network.
    copyFileSync(`/${certificates}`, path.join(debian, certificates));
    addImage(engine, debian, node, `NODE_EXTRA_CA_CERTS=/${certificates}`);
    addImage(engine, bare, small, `SSL_CERT_FILE=/${certificates}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function makeSmallRoot(debian: string, folder: string): string {
  const archives = path.join(debian, 'var/cache/apt/archives');
  // As in Debian, where /lib leads to /usr/lib.
  for (const name of ['lib', 'bin', 'sbin']) {
    mkdirSync(path.join(folder, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, path.join(folder, name));
  }
  if (process.arch === 'x64') {
    mkdirSync(path.join(folder, 'usr/lib64'));
    symlinkSync('usr/lib64', path.join(folder, 'lib64'));
  }
  for (const name of smallPackages) {
    const file = readdirSync(archives).find((one) => one.startsWith(`${name}_`));
    if (file === undefined) throw new Error(`debootstrap has left no ${name}`);
    const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -xf - --keep-directory-symlink -C "$2"';
    execFileSync('bash', [
      '-c',
      `set -o pipefail; ${unpack}`,
      '-',
      path.join(archives, file),
      folder,
    ]);
  }
  for (const place of ['etc/ssl/certs', 'home/nonroot', 'tmp'])
    mkdirSync(path.join(folder, place), { recursive: true });
  chmodSync(path.join(folder, 'tmp'), 0o1777);
  copyFileSync(path.join(debian, certificates), path.join(folder, certificates));
  writeFileSync(path.join(folder, 'etc/passwd'), `root:x:0:0:root:/root:/sbin/nologin\n${nobody}`);
  writeFileSync(path.join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
  return folder;
}

/** This Node, and the npm of this machine. */
function addNode(debian: string): void {
  const local = path.join(debian, 'usr/local');
  copyFileSync(realpathSync(process.execPath), path.join(local, 'bin/node'));
  const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const npm = path.dirname(path.dirname(realpathSync(found)));
  if (!readFileSync(path.join(npm, 'package.json'), 'utf8').includes('"npm"'))
    throw new Error(`${npm} is not npm`);
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
}

function addImage(engine: readonly string[], folder: string, name: string, variable: string): void {
  const [program = '', ...first] = engine;
  const archive = `${folder}.tar`;
  execFileSync('tar', [
    '-C',
    folder,
    '--exclude=./proc/*',
    '--exclude=./dev/*',
    '-cf',
    archive,
    '.',
  ]);
  execFileSync(program, [...first, 'import', '--change', `ENV ${variable}`, archive, name]);
}
