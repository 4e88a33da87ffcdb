"""train.py on four ranks that torch.multiprocessing starts."""

import os

import torch.multiprocessing


def rank(number: int) -> None:
    os.environ |= {"RANK": str(number), "WORLD_SIZE": "4"}
    import train

    train.main()


if __name__ == "__main__":
    torch.multiprocessing.spawn(rank, nprocs=4)
