"""The recorder: asks two builds of the package the same questions and compares their answers.

`questions` lists what is asked, in the names of version 0.2. `record` asks a build and writes its
answers. `compare` compares two recordings through `changes.toml`, the list of every rename and of
every intended change; `changes` reads it.

    OLD_PYTHON -m tools.recorder.record --old old.jsonl
    NEW_PYTHON -m tools.recorder.record new.jsonl
    NEW_PYTHON -m tools.recorder.compare old.jsonl new.jsonl
"""
