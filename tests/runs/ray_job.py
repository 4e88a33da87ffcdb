"""train.py on four ranks that are Ray actors."""

import os
import socket
import sys

import ray


@ray.remote(num_cpus=1)
class Trainer:
    def fit(self, rank: int, port: int, arguments: list[str], folder: str) -> int:
        os.chdir(folder)
        sys.path.insert(0, folder)
        os.environ |= {"RANK": str(rank), "WORLD_SIZE": "4", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
        sys.argv = ["train.py", *arguments]
        import train

        train.main()
        return rank


if __name__ == "__main__":
    ray.init(num_cpus=4, include_dashboard=False)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    trainers = [Trainer.remote() for _ in range(4)]
    print(ray.get([trainer.fit.remote(rank, port, sys.argv[1:], os.getcwd()) for rank, trainer in enumerate(trainers)]))
