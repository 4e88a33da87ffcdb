"""Text of a run in, the same text out without what belongs to the machine that made it: folders, host name, user."""

import getpass
import re
import site
import socket
import sys
import sysconfig
from pathlib import Path

JOB = "/workspace"
ENVIRONMENT = "/opt/env"
PYTHON = "/usr/local"


def neutral(text: str, job: Path) -> str:
    """Name the job's folder, the environment and its Python, home, user and host by neutral names; pids and ports stay."""
    folders = {
        str(job.resolve()): JOB,
        str(job): JOB,
        sys.prefix: ENVIRONMENT,
        str(Path(sys.prefix).resolve()): ENVIRONMENT,
        str(Path(site.getsitepackages()[0]).parents[2]): ENVIRONMENT,
        sys.base_prefix: PYTHON,
        str(Path(sysconfig.get_paths()["stdlib"]).parents[1]): PYTHON,
        str(Path.home()): "/home/user",
    }
    for folder in sorted(folders, key=len, reverse=True):
        text = re.sub(re.escape(folder) + r"(?![\w.-])", folders[folder], text)
    text = re.sub(r"/tmp/[\w.-]+", "/scratch/job", text)
    text = re.sub(rf"(?<![\w/.-]){re.escape(socket.gethostname())}(?![\w/-])", "node-0", text)
    text = re.sub(rf"(?<![\d.]){re.escape(own_address())}(?![\d.])", "10.0.0.10", text)
    user = getpass.getuser()
    return re.sub(rf"(?<![\w/.-]){re.escape(user)}(?=@)", "user", text)


def own_address() -> str:
    """The address under which this machine speaks to others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return "127.0.1.1"
        address: str = probe.getsockname()[0]
        return address
