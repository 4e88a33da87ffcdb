"""What belongs to the owner of a log is hidden, what explains the failure is not."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.diagnose.mask import Masker

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
PEM_LINE = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0FfbOOQ1Xl0oZ8qQ1b2W7x3kVaB"

HIDDEN = [
    # users and home paths; the tail of a path stays
    ("/home/alice/job/train.py", "/home/<user-1>/job/train.py"),
    ('File "/Users/bob/src/train.py", line 3', 'File "/Users/<user-1>/src/train.py", line 3'),
    (r"C:\Users\carol\run\train.py", r"C:\Users\<user-1>\run\train.py"),
    (r"{\"path\": \"C:\\Users\\carol\\run\"}", r"{\"path\": \"C:\\Users\\<user-1>\\run\"}"),
    ("/nfs/home/dave.k/x", "/nfs/home/<user-1>/x"),
    ("cd /home/alice", "cd /home/<user-1>"),
    ("/home/alice/a and /scratch/alice/b", "/home/<user-1>/a and /scratch/<user-1>/b"),
    ("/home/alice/a /home/bob/b /home/alice/c", "/home/<user-1>/a /home/<user-2>/b /home/<user-1>/c"),
    ("USER=erin python train.py", "USER=<user-1> python train.py"),
    ("UserId=erin(1007) GroupId=ml(50)", "UserId=<user-1>(1007) GroupId=ml(50)"),
    ("erin@login2:~$ squeue", "<user-1>@<host-1>:~$ squeue"),
    ("SLURM_JOB_USER=erin LOGNAME=erin", "SLURM_JOB_USER=<user-1> LOGNAME=<user-1>"),
    ("{'USER': 'erin', 'SHELL': '/bin/sh'}", "{'USER': '<user-1>', 'SHELL': '/bin/sh'}"),
    ("Error: user erin exceeded the quota", "Error: user <user-1> exceeded the quota"),
    ("opened for user erin(uid=1007) by x", "opened for user <user-1>(uid=1007) by x"),
    ("ssh -p 22 erin@node7 hostname", "ssh -p 22 <user-1>@<host-1> hostname"),
    ("ssh root@node7", "ssh root@<host-1>"),
    # a user's name wherever it stands
    ("/home/alice.smith/a: alice.smith wrote it", "/home/<user-1>/a: <user-1> wrote it"),
    ("USER=erin; job of erin, erin-llama.log", "USER=<user-1>; job of <user-1>, <user-1>-llama.log"),
    ("read /home/erin. erin owns it", "read /home/<user-1>. <user-1> owns it"),
    ("/home/ray/a: ray stopped", "/home/<user-1>/a: ray stopped"),
    ("/home/li/a: li = 3", "/home/<user-1>/a: li = 3"),
    ("/home/erin/a: erinyes", "/home/<user-1>/a: erinyes"),
    # addresses
    ("connect to 10.11.12.13:29500", "connect to <ip-1>:29500"),
    ("eth0:10.1.2.3<0> and eth1:10.1.2.4<0>", "eth0:<ip-1><0> and eth1:<ip-2><0>"),
    ("10.0.0.1 10.0.0.2 10.0.0.1", "<ip-1> <ip-2> <ip-1>"),
    ("(RayTrainWorker pid=812, ip=10.0.0.3)", "(RayTrainWorker pid=812, ip=<ip-1>)"),
    ("[::ffff:192.168.4.7]:53422", "[<ip-1>]:53422"),
    ("10.1.2.3 is ::ffff:10.1.2.3", "<ip-1> is <ip-1>"),
    ("[2001:db8:0:1::17]:29500", "[<ip-1>]:29500"),
    ("fe80::9a03:9bff:fe12:3456%ib0", "<ip-1>%ib0"),
    ("GID fe80:0000:0000:0000:9803:9b03:00ab:cdef", "GID <ip-1>"),
    ("server version 1, at 203.0.113.9", "server version 1, at <ip-1>"),
    ("MASTER_ADDR=10.4.4.4", "MASTER_ADDR=<ip-1>"),
    ("host!=10.4.4.4", "host!=<ip-1>"),
    ("HWaddr 98:03:9b:ab:cd:ef", "HWaddr <mac-1>"),
    # hosts
    ("Connection to gpu-017.cluster.example-lab.edu closed", "Connection to <host-1> closed"),
    ("http://metrics.corp:9090/api", "http://<host-1>:9090/api"),
    ("trainer-0.trainer.ml.svc.cluster.local:29500", "<host-1>:29500"),
    ("ip-10-0-3-44.ec2.internal", "<host-1>"),
    ("on ip-10-0-3-44 and ip-10-0-3-45", "on <host-1> and <host-2>"),
    ("node17:8005:8112 [0] NCCL INFO Bootstrap", "<host-1>:8005:8112 [0] NCCL INFO Bootstrap"),
    ("srun: error: gpu07: task 3: Killed", "srun: error: <host-1>: task 3: Killed"),
    ("  host      : c3f1ab90e2d4", "  host      : <host-1>"),
    ("Nov 29 16:40:25 dgx3 kernel: NVRM: Xid", "Nov 29 16:40:25 <host-1> kernel: NVRM: Xid"),
    ("STEP 18.0 ON gpu07 CANCELLED", "STEP 18.0 ON <host-1> CANCELLED"),
    ("SLURMD_NODENAME=dgxa; lost dgxa", "SLURMD_NODENAME=<host-1>; lost <host-1>"),
    ("HOSTNAME=gpubox MASTER_ADDR=head-a:29500", "HOSTNAME=<host-1> MASTER_ADDR=<host-2>:29500"),
    (
        "SLURM_NODELIST=dgx[01-03,7],dgy; dgx02 dgx7 dgy dgx04",
        "SLURM_NODELIST=<host-1>; <host-2> <host-3> <host-4> dgx04",
    ),
    ("NodeList=gpu[1-2] BatchHost=gpu1", "NodeList=<host-1> BatchHost=<host-2>"),
    ("[dgx-h100-12:4412] *** Process received signal ***", "[<host-1>:4412] *** Process received signal ***"),
    ("[gpubox:4412] [ 0] /lib/libc.so.6", "[<host-1>:4412] [ 0] /lib/libc.so.6"),
    # e-mails
    ("mail to alice.b+x@dept.example-lab.org.", "mail to <email-1>."),
    # secrets
    ("HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyzABCDEFGH", "HF_TOKEN=<secret-1>"),
    ("Invalid token hf_abcdefghijklmnopqrstuvwxyzABCDEFGH", "Invalid token <secret-1>"),
    ("using sk-proj-a1b2c3d4e5f6g7h8i9", "using <secret-1>"),
    ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "<secret-1>"),
    ("github_pat_11ABCDEFG0abcdefghijkl_xyz", "<secret-1>"),
    ("glpat-ABCdef123456_-ABCdef", "<secret-1>"),
    ("AKIAIOSFODNN7EXAMPLE", "<secret-1>"),
    ("id=ASIAIOSFODNN7EXAMPLE", "id=<secret-1>"),
    ("xoxb-123456789012-abcdefABCDEF", "<secret-1>"),
    ("wandb: API key 0123456789abcdef0123456789abcdef01234567", "wandb: API key <secret-1>"),
    (f"cookie jar {JWT}", "cookie jar <secret-1>"),
    (f"Authorization: Bearer {JWT}", "Authorization: Bearer <secret-1>"),
    ("'Authorization': 'Basic dXNlcjpwYXNz'", "'Authorization': 'Basic <secret-1>'"),
    ("curl -H 'bearer abcdef1234567'", "curl -H 'bearer <secret-1>'"),
    ("Cookie: sid=81; user=alice", "Cookie: <secret-1>"),
    ("password=hunter2", "password=<secret-1>"),
    ("{'password': 'two words'}", "{'password': <secret-1>}"),
    ('"api_key": "abc123def"', '"api_key": <secret-1>'),
    ("secret: s3cr3t!", "secret: <secret-1>"),
    ("token: abcdef", "token: <secret-1>"),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=<secret-1>"),
    ("AZURE_STORAGE_KEY=q1w2e3==", "AZURE_STORAGE_KEY=<secret-1>"),
    ("'COMET_API_KEY': 'qwerty', 'A_B_KEY': 'x'", "'COMET_API_KEY': <secret-1>, 'A_B_KEY': <secret-2>"),
    ("'COMET_API_KEY' value 'qwerty' is wrong", "'COMET_API_KEY' value <secret-1> is wrong"),
    ("GOOGLE_APPLICATION_CREDENTIALS=/etc/k.json", "GOOGLE_APPLICATION_CREDENTIALS=<secret-1>"),
    ("FTP_PASSWD=hunter X_SECRET=y Z_TOKEN=w", "FTP_PASSWD=<secret-1> X_SECRET=<secret-2> Z_TOKEN=<secret-3>"),
    ("curl -s -u alice:hunter2 ftp:", "curl -s -u <secret-1> ftp:"),
    ("curl --user=alice:hunter2", "curl --user=<secret-1>"),
    ("sshpass -p hunter2 ssh erin@node7", "sshpass -p <secret-1> ssh <user-1>@<host-1>"),
    ("sshpass -phunter2", "sshpass -p<secret-1>"),
    ("passwd hunter2", "passwd <secret-1>"),
    ("proxy says Basic YWxpY2U6aHVudGVyMg==", "proxy says Basic <secret-1>"),
    ("session token is IaXoJb3JpZ2lu0123456789abc/+", "session token is <secret-1>"),
    ("got FwoGZXIvYXdzEBYaDAbCdEf012==", "got <secret-1>"),
    ("mysql://root:pw@dbhost:3306/x", "mysql://<secret-1>@<host-1>:3306/x"),
    ("mysql://root:pw@db/x, the db", "mysql://<secret-1>@<host-1>/x, the db"),
    ("mysql://root:pw@localhost:3306/x", "mysql://<secret-1>@localhost:3306/x"),
    ("train.py --hub-token abcdef --lr 3e-4", "train.py --hub-token <secret-1> --lr 3e-4"),
    ("https://bob:pw@git.example-lab.org/x.git", "https://<secret-1>@<host-1>/x.git"),
    ("redis://:pw@10.0.0.9:6379", "redis://<secret-1>@<ip-1>:6379"),
    ("GET /o?X-Amz-Signature=abc&x=1", "GET /o?X-Amz-Signature=<secret-1>&x=1"),
    (f"-----BEGIN RSA PRIVATE KEY-----\n{PEM_LINE}\n-----END RSA PRIVATE KEY-----", "<secret-1>"),
    (f"-----BEGIN PRIVATE KEY-----\n{PEM_LINE}", "<secret-1>"),
    (PEM_LINE, "<secret-1>"),
    ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ bob@laptop", "<secret-1>"),
]

KEPT = [
    "127.0.0.1:29500 localhost 0.0.0.0 [::1]:29500",
    "NCCL version 2.21.5+cuda12.4",
    "libcudnn.so.9.1.0.70 and nvidia-cudnn-cu12==9.1.0.70",
    "cuDNN version 9.1.0.70, cuDNN 9.1.0.70, CUDA 12.4.1.3, cublas 10.2.1.243",
    "firmware version: 28.39.1.2",
    "255.255.255.0",
    "torch 2.5.1.0, torch-2.5.1.0, vllm/1.2.3.4, deepspeed@1.2.3.4",
    "pkg==2.5.1.0 other[all]==10.1.2.3 version 10.2.3.4 tool-1.2.3.4.whl",
    "NVRM: Xid (PCI:0000:8B:00): 79, GPU 0000:8B:00.0",
    "16:40:25.587 2026-11-29T16:40:25 00:12:34:567",
    "c10::Error at::native::cat std::runtime_error c10d::ProcessGroup",
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "commit 0123456789abcdef0123456789abcdef01234567",
    'File "train.py", line 12, in main',
    'File "/usr/local/lib/python3.10/dist-packages/torch/distributed/launcher/api.py", line 264',
    "/root/work/train.py",
    "torch.distributed.elastic.multiprocessing.errors.ChildFailedError",
    "self.net(x) model.net torch.nn.functional.in_proj transformers.models.llama.modeling_llama",
    "pad_token='<pad>' eos_token: </s> max_tokens: 4096 token_id=7 per token: 0.5ms",
    "Unexpected token: } in JSON",
    "password=None token=null api_key=${KEY} secret=<redacted>",
    "HTTPSConnectionPool(host='huggingface.co', port=443): https://github.com/pytorch/pytorch/issues/1",
    "node.kubernetes.io/not-ready nvidia.com/gpu 0/3 nodes",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has 79.15 GiB",
    "[rank3]:[E1129 16:40:25.587000 8005 ProcessGroupNCCL.cpp:632] [Rank 3] Watchdog caught",
    "WorkNCCL(SeqNum=1234, OpType=ALLREDUCE, NumelIn=1, Timeout(ms)=600000)",
    "config.yaml model.safetensors libfoo.so run.sh kernel.cu",
    "host memory: 512 GiB; node: 3",
    "risk-adjusted-scores-0123456789 task-aaaa-bbbb-cccc-1",
    "/opt/app/home/views.py",
    "[utils.py:628] [pair.cc:356] [rank3:17] [default0:1234] [16:40] [launcher.py:36] x",
    "in user code: for user input, user stack trace; user space is full, a user did; user-defined",
    "primary_key=id cache_key: abc NVIDIA_API_KEY is missing, 'API_KEY' value is not set, PAD_TOKEN=0",
    "password for the host, password authentication failed, password sha256, /etc/passwd file2",
    "basic Optimizer, Basic Float32Tensors, basic_string<char>, session token expired",
    "HOST=localhost VLLM_HOST=0.0.0.0 OLLAMA_HOST=http://localhost:1 SLURM_NODELIST=(null) HOST=$A",
    "ssh session ends, ssh NODE uptime, curl -u $USER, sshpass -p $PASS",
]


@pytest.mark.parametrize(("text", "hidden"), HIDDEN)
def test_what_belongs_to_the_owner_is_hidden(text: str, hidden: str) -> None:
    """And nothing around it."""
    assert Masker().mask(text) == hidden


@pytest.mark.parametrize("text", KEPT)
def test_what_explains_the_failure_is_kept(text: str) -> None:
    """To the letter."""
    assert Masker().mask(text) == text


@pytest.mark.parametrize("text", [text for text, _ in HIDDEN] + KEPT)
def test_what_is_masked_stays_as_it_is(text: str) -> None:
    """A second masking finds nothing more."""
    once = Masker().mask(text)
    assert Masker().mask(once) == once


def test_one_value_has_one_placeholder_in_a_report() -> None:
    """From line to line, so that hosts and ranks can be told apart."""
    masker = Masker()
    assert masker.mask("10.0.0.1 -> 10.0.0.2") == "<ip-1> -> <ip-2>"
    assert masker.mask("lost 10.0.0.2, then 10.0.0.3") == "lost <ip-2>, then <ip-3>"


def test_a_known_host_is_hidden_wherever_it_stands() -> None:
    """As a word of its own; with its domain it is the same host."""
    masker = Masker(hosts=["node17", "localhost"])
    assert masker.mask("on node17, /logs/node17/rank_3.log") == "on <host-1>, /logs/<host-1>/rank_3.log"
    assert masker.mask("node17.cluster.corp is node17, not node171 or localhost") == (
        "<host-1> is <host-1>, not node171 or localhost"
    )


def test_a_host_seen_once_is_hidden_afterwards() -> None:
    """NCCL names it; a later line speaks of it."""
    masker = Masker()
    masker.learn("gpu07:8005:8112 [0] NCCL INFO Bootstrap")
    assert masker.mask("lost connection to gpu07") == "lost connection to <host-1>"


def test_a_list_of_hosts_without_end_names_its_first() -> None:
    """Each range gives up to a bound; what is no range is passed over."""
    masker = Masker()
    masker.learn("SLURM_NODELIST=gpu[1-999999,--,7-8-9],cpu")
    assert masker.mask("gpu1 gpu501 gpu502 gpu7 gpu") == "<host-1> <host-2> gpu502 <host-3> gpu"


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            "1",
            ":",
            ".",
            "-",
            "/",
            "@",
            " ",
            "=",
            "a.",
            "1.",
            "a-",
            "ab:",
            "://",
            "eyJ",
            "eyJaaaaaaaa-",
            "hf_",
            "sk-",
            "--",
            "token",
        ),
        *(
            "token=",
            "password:",
            "/home/",
            "10.0.0.1 ",
            "a@b.",
            "-----BEGIN A-----",
            "AAAA",
            "ssh-rsa ",
            "wandb ",
            "::",
            "\\",
            "Bearer ",
        ),
        *(
            "curl ",
            "curl -u ",
            "ssh ",
            "ssh a@",
            "session token ",
            "Basic A",
            "user ",
            "user a.",
            "A_",
            "A_KEY",
            "NODELIST=a,",
            "a,",
        ),
        *("[a", "[a1:", "passwd ", "://a@", "USER=a.", "/home/.", "a==", "sshpass -p"),
        *("x@y:", "a@", "ip-1-", "C:\\Users\\", "host=", "é", "\u202e", "\0"),
    ],
)
def test_a_line_of_100_kb_is_gone_through_at_once(piece: str) -> None:
    """Whatever it repeats, twice as much takes about twice as long: no pattern goes back and forth."""
    line = piece * (100_000 // len(piece))
    started = time.process_time()
    Masker().mask(line)
    assert time.process_time() - started < 2.5


@given(st.text(alphabet=st.sampled_from("abA1.:-/@=_ <>'\"\n%"), max_size=200))
def test_any_text_can_be_masked(text: str) -> None:
    """Without an error, with as many lines as before or fewer, and once is enough for placeholders."""
    once = Masker().mask(text)
    assert once.count("\n") <= text.count("\n")
