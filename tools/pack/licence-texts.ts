import { readFileSync } from 'node:fs';

/** A work inside of a package, such as a library that was compiled into its program. */
interface WorkInside {
  readonly name: string;
  readonly licence: string;
  readonly holder: string;
  readonly source: string;
}

/** Packages do not name the works in them. This is what they are built from. */
export const worksInside: { readonly [packageName: string]: readonly WorkInside[] } = {
  'better-sqlite3': [
    {
      name: 'SQLite',
      licence: 'blessing',
      holder: 'nobody',
      source: 'https://www.sqlite.org',
    },
  ],
  'tesseract.js-core': [
    {
      name: 'Leptonica',
      licence: 'BSD-2-Clause',
      holder: '2001-2020 Leptonica',
      source: 'https://github.com/DanBloomberg/leptonica',
    },
    {
      name: 'giflib',
      licence: 'MIT',
      holder: '1997 Eric S. Raymond',
      source: 'https://giflib.sourceforge.net',
    },
    {
      name: 'libjpeg',
      licence: 'IJG',
      holder: 'the Independent JPEG Group',
      source: 'https://ijg.org',
    },
    {
      name: 'libpng',
      licence: 'libpng-2.0',
      holder: '1995-2022 The PNG Reference Library Authors',
      source: 'https://www.libpng.org',
    },
    {
      name: 'libtiff',
      licence: 'libtiff',
      holder: '1988-1997 Sam Leffler, 1991-1997 Silicon Graphics, Inc.',
      source: 'https://gitlab.com/libtiff/libtiff',
    },
    {
      name: 'libwebp',
      licence: 'BSD-3-Clause',
      holder: '2010 Google Inc.',
      source: 'https://chromium.googlesource.com/webm/libwebp',
    },
    {
      name: 'musl',
      licence: 'MIT',
      holder: '2005-2020 Rich Felker, et al.',
      source: 'https://musl.libc.org',
    },
    {
      name: 'zlib',
      licence: 'Zlib',
      holder: '1995-2024 Jean-loup Gailly and Mark Adler',
      source: 'https://zlib.net',
    },
  ],
  unpdf: [
    {
      name: 'PDF.js',
      licence: 'Apache-2.0',
      holder: 'Mozilla Foundation',
      source: 'https://github.com/mozilla/pdf.js',
    },
  ],
};

const apache = new URL('../../LICENSE', import.meta.url);

/** The texts that licences name, for packages that do not bring theirs. */
export const standardTexts: { readonly [licence: string]: (holder: string) => string } = {
  'Apache-2.0': (holder) => `Copyright ${holder}\n\n${readFileSync(apache, 'utf8')}`,
  blessing: () => 'In the public domain.',
  'BSD-2-Clause': (holder) => bsd(holder, ''),
  'BSD-3-Clause': (holder) =>
    bsd(
      holder,
      `
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
   derived from this software without specific prior written permission.`,
    ),
  IJG: (holder) => `This software is based in part on the work of ${holder}.`,
  // They ask for their text with sources alone.
  'libpng-2.0': (holder) => `Copyright (c) ${holder}. Its licence: the file LICENSE of its source.`,
  Zlib: (holder) => `Copyright (C) ${holder}. Its licence: the file LICENSE of its source.`,
  libtiff: (holder) => `Copyright (c) ${holder}

Permission to use, copy, modify, distribute, and sell this software and its documentation for any purpose is hereby
granted without fee, provided that (i) the above copyright notices and this permission notice appear in all copies of
the software and related documentation, and (ii) the names of Sam Leffler and Silicon Graphics may not be used in any
advertising or publicity relating to the software without the specific, prior written permission of Sam Leffler and
Silicon Graphics.

THE SOFTWARE IS PROVIDED "AS-IS" AND WITHOUT WARRANTY OF ANY KIND, EXPRESS, IMPLIED OR OTHERWISE, INCLUDING WITHOUT
LIMITATION, ANY WARRANTY OF MERCHANTABILITY OR FITNESS FOR A PARTICULAR PURPOSE.

IN NO EVENT SHALL SAM LEFFLER OR SILICON GRAPHICS BE LIABLE FOR ANY SPECIAL, INCIDENTAL, INDIRECT OR CONSEQUENTIAL
DAMAGES OF ANY KIND, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER OR NOT ADVISED OF
THE POSSIBILITY OF DAMAGE, AND ON ANY THEORY OF LIABILITY, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE
OF THIS SOFTWARE.`,
  MIT: (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  // It asks for no notice.
  Unlicense: () => 'Released into the public domain under the Unlicense: https://unlicense.org',
};

function bsd(holder: string, thirdCondition: string): string {
  return `Copyright (c) ${holder}. All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.${thirdCondition}

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;
}
