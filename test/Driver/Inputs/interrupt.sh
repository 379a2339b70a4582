# interrupt.sh <signal> <empty folder> <tool> <source> <arguments...>: ends the tool as soon as it builds a kernel.
set -euo pipefail
signal=$1 folder=$2
shift 2
rm -rf "$folder" && mkdir -p "$folder/objects"
# A process group of its own, and signals as a terminal's programs have them: a shell's background jobs ignore INT.
python3 - "$signal" "$folder" "$@" <<'PYTHON'
import glob, os, signal, subprocess, sys, time
name, folder, tool, source, *arguments = sys.argv[1:]
number = getattr(signal, "SIG" + name)
signal.signal(signal.SIGINT, signal.SIG_DFL)
process = subprocess.Popen([tool, source, "-o", folder + "/out.cpp", "--object-dir", folder + "/objects", *arguments],
                           start_new_session=True)
temporary = lambda: [f for kind in ("tmp", "log") for f in glob.glob(f"{folder}/objects/kernels/*.{kind}[0-9]*")]
while not temporary():
    if process.poll() is not None:
        sys.exit("the tool ended before it was seen to build a kernel")
    time.sleep(0.005)
# A build tool ends the process that it started; the interrupt key ends all that are in front of the terminal.
(os.killpg if name == "INT" else os.kill)(process.pid, number)
if process.wait() != -number:
    sys.exit(f"exit status {process.returncode}")
deadline = time.time() + 20
def left():
    try:
        os.killpg(process.pid, 0)
        return ["processes"]
    except ProcessLookupError:
        return temporary() + glob.glob(folder + "/out*")
while left():
    if time.time() > deadline:
        sys.exit(f"left behind: {left()}")
    time.sleep(0.01)
PYTHON
