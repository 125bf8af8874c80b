"""A real S3 server for tests: OpenStack Swift with its S3 door, four small processes in one folder.

Usage: python3 swift-server.py FOLDER PORT PID; the access key is test:tester, the secret testing. It ends with the
process PID and removes the folder then.
"""

import os
import shutil
import signal
import socket
import sys
import time
import types
import uuid

from swift.common.ring import RingBuilder

folder, port, runner = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
KINDS = ("object", "container", "account")
STORAGE = """[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""
PROXY = """[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
paste.filter_factory = memory_cache:filter_factory
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
error_suppression_limit = 1000000
"""


class MemoryCache:
    """What the door asks of memcached, in the memory of its one process."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def incr(self, key, delta=1, *_, **__):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


def filter_factory(*_, **__):
    cache = MemoryCache()

    def with_cache(app):
        def call(env, start_response):
            env["swift.cache"] = cache
            return app(env, start_response)

        return call

    return with_cache


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def default_section(server_port):
    return (
        "[DEFAULT]\n"
        f"bind_ip = 127.0.0.1\nbind_port = {server_port}\nswift_dir = {folder}\n"
        f"devices = {folder}/devices\nmount_check = false\nworkers = 0\n"
        "user = root\nlog_level = ERROR\nlog_name = swift\nlog_address = /dev/null\n"
        "fallocate_reserve = 0\ndisable_fallocate = true\n"
        # Swift takes a server that is half a second late for a dead one; on a busy machine it is only late.
        "conn_timeout = 60\nnode_timeout = 120\nrecoverable_node_timeout = 120\n"
    )


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
    return os.path.join(folder, name)


def wait_for(server_port):
    """Until somebody listens there: the door answers 503 for storage that is not there yet."""
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", server_port)) == 0:
                return
        time.sleep(0.05)


def serve(conf, section):
    """In a process of its own, which ends with this one."""
    child = os.fork()
    if child:
        return child
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    from swift.common.wsgi import run_wsgi

    run_wsgi(conf, section)
    os._exit(0)


os.makedirs(f"{folder}/devices/d1", exist_ok=True)
write("swift.conf", f"[swift-hash]\nswift_hash_path_suffix = {uuid.uuid4().hex}\n[storage-policy:0]\nname = one\ndefault = yes\n")
ports = {kind: free_port() for kind in KINDS}
for kind, server_port in ports.items():
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": server_port,
                     "device": "d1", "weight": 1, "meta": "", "replication_ip": "127.0.0.1",
                     "replication_port": server_port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))

sys.modules["memory_cache"] = types.ModuleType("memory_cache")
sys.modules["memory_cache"].filter_factory = filter_factory

import swift.common.utils
import swift.common.storage_policy

swift.common.utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
swift.common.storage_policy.reload_storage_policies()
swift.common.utils.validate_hash_conf()
children = [
    serve(write(f"{kind}.conf", default_section(ports[kind]) + STORAGE.format(kind=kind)), f"{kind}-server")
    for kind in KINDS
]
for server_port in ports.values():
    wait_for(server_port)
children.append(serve(write("proxy.conf", default_section(port) + PROXY), "proxy-server"))


def end(*_):
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def lives(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


signal.signal(signal.SIGTERM, end)
while lives(runner):
    time.sleep(0.2)
end()
