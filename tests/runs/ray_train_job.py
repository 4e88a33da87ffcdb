"""train.py on four workers of Ray Train, which makes the process group itself."""

import os
import sys

import ray
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer


def loop(config: dict) -> None:
    os.chdir(config["folder"])
    sys.path.insert(0, config["folder"])
    sys.argv = ["train.py", *config["arguments"]]
    import train

    train.main()


if __name__ == "__main__":
    ray.init(num_cpus=6, include_dashboard=True)
    trainer = TorchTrainer(
        loop,
        train_loop_config={"arguments": sys.argv[1:], "folder": os.getcwd()},
        scaling_config=ScalingConfig(num_workers=4),
        torch_config=TorchConfig(backend="gloo", timeout_s=10),
        run_config=RunConfig(name="small-job", storage_path=os.path.join(os.getcwd(), "results")),
    )
    print(trainer.fit())
