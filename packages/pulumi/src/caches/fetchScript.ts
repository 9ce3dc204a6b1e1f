/** Fills HF_HOME once for each model revision; the mark is written last, so that a broken download goes on where it stopped. */
export const fetchScript = `"""Fetches a model into HF_HOME: arguments are model, revision and the name of the completion mark."""
import os, sys

model, revision, mark = sys.argv[1:4]
done = os.path.join(os.environ["HF_HOME"], ".sonar", mark)
if os.path.exists(done):
    print(f"{model}@{revision} is there: nothing to fetch")
    sys.exit(0)

from huggingface_hub import snapshot_download

print(f"fetching {model}@{revision}", flush=True)
# other frameworks' copies of the same weights
skip = ["original/*", "*.gguf", "*.onnx", "*.msgpack", "*.h5", "*.tflite", "*.ot"]
path = snapshot_download(model, revision=revision, ignore_patterns=skip)
os.makedirs(os.path.dirname(done), exist_ok=True)
with open(done + ".part", "w") as file:
    file.write(path + "\\n")
os.replace(done + ".part", done)
print(f"fetched into {path}")
`;
