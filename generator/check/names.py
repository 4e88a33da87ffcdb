"""Documents in; out the names in their prose that belong to a program: flags, variables, metrics, dotted Python names.

Only code spans count, and only names that look like nothing else: a flag has two dashes, a variable begins as one of a known program
does, a Python name begins with a package that the entries are about.
"""

import re
from functools import lru_cache
from importlib.resources import files

from generator.load import Document

Path = tuple[str | int, ...]

_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_FLAG = re.compile(r"(?<![\w/.-])--[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*(?![\w-])", re.IGNORECASE)
#: Programs whose variables and constants begin with their name.
_OWNERS = (
    "ACCELERATE|BNB|CUBLAS|CUDA|CUDNN|DCGM_FI|DEEPSPEED|FLASHINFER|GLOO|GOMP|HF|HOROVOD|JAX|MLFLOW|NCCL|NVIDIA|NVTE|OMP|OMPI|PYTORCH|RAY|"
    "RAYON|SGLANG|SLURM|TOKENIZERS|TORCH|TORCHELASTIC|TRANSFORMERS|TRITON|UCX|VLLM|WANDB|XFORMERS|XLA"
)
_PACKAGES = (
    "accelerate|bitsandbytes|boto3|botocore|datasets|deepspeed|flash_attn|flashinfer|fsspec|horovod|huggingface_hub|jax|jaxlib|keras|"
    "lightning|megatron|mlflow|numpy|onnxruntime|peft|pyarrow|pynvml|pytorch_lightning|ray|s3fs|safetensors|sglang|tokenizers|torch|"
    "torchvision|transformer_engine|transformers|triton|trl|vllm|wandb|webdataset|xformers"
)
_VARIABLE = re.compile(rf"(?<![\w.])(?:{_OWNERS})_[A-Z][A-Z0-9_]*[A-Z0-9](?![\w*])")
_METRIC = re.compile(r"(?<![\w.:])[a-z]+:[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w:])")
_DOTTED = re.compile(rf"(?<![\w./-])(?:{_PACKAGES})(?:\.[A-Za-z_]\w*)+(?![\w./-])")
PATTERNS = (_FLAG, _VARIABLE, _METRIC, _DOTTED)
_FILES = (".py", ".cc", ".cpp", ".h", ".log", ".yaml", ".json", ".so", ".org", ".ai", ".io", ".com")


def names_of(document: Document) -> list[tuple[Path, str]]:
    """The path and name of each program's name in an entry's code spans and metrics; a name counts once."""
    found: list[tuple[Path, str]] | None = document.derived.get("names")
    if found is None:
        from generator.check.prose import texts

        first: dict[str, Path] = {}
        for field in texts(document):
            if field.kind.markup in ("inline", "block") and "`" in field.text:
                for span in _SPAN.finditer(field.text):
                    for name in names_in(span.group(2)):
                        first.setdefault(name, field.path)
        for index, metric in enumerate(document.value.get("metrics", ())):
            for name in names_in(metric["name"]):
                first.setdefault(name, ("metrics", index, "name"))
        found = document.derived["names"] = [(path, name) for name, path in first.items()]
    return found


def names_in(span: str) -> list[str]:
    """The names in one code span."""
    found = [match.group() for pattern in PATTERNS for match in pattern.finditer(span)]
    return [name for name in found if not name.endswith(_FILES)]


@lru_cache(maxsize=1)
def everyday() -> dict[str, str]:
    """The names that need no proof, each with its reason, from everyday.txt."""
    rows = files("generator.check").joinpath("everyday.txt").read_text("utf-8").splitlines()
    pairs = [row.split(None, 1) for row in rows if row.strip() and not row.startswith("#")]
    return {row[0]: row[1] for row in pairs}
