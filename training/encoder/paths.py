"""Paths: the repository, the texts next to it, and the ignored folder that is copied to the accelerator."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
TEXTS = REPOSITORY.parent / "shared" / "training"
EVALS = REPOSITORY.parent / "shared" / "evals"
BUSINESSES = REPOSITORY / "training" / "businesses"
CHAT = REPOSITORY / "training" / "chat"
TABLES = REPOSITORY / "packages" / "answer-model"
CLAIMS = REPOSITORY / "training" / "claims"
CARRIED = REPOSITORY / ".device-data"
