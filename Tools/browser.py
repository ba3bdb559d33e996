"""A headless Chromium, driven over the DevTools protocol with Python's standard library alone.

The protocol runs over a pair of pipes (--remote-debugging-pipe). Each message is JSON followed by NUL.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


class BrowserError(Exception):
    """An error that the browser reports, or a browser that is missing or silent."""


class Browser:
    """A browser with one page, whose events are collected in `events`."""

    def __init__(self):
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            raise BrowserError("There is no Chromium here: “make check-report” installs it, or set CHROMIUM=PATH.")
        self.folder = tempfile.mkdtemp(prefix="check-report-")
        self.process, self.input, self.output = start(program, self.folder)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, **parameters):
        """Calls a method and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        write(self.input, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer.get("result", {})
            self.events.append(answer)

    def receive(self, timeout=240):
        """Waits for the next message and returns it."""
        end = time.monotonic() + timeout
        # A message may have a hundred megabytes: search each part once, and join them once.
        parts = [self.buffer]
        while b"\0" not in parts[-1]:
            ready, _, _ = select.select([self.output], [], [], max(0, end - time.monotonic()))
            data = os.read(self.output, 1 << 20) if ready else b""
            if not data:
                raise BrowserError("Chromium has ended." if ready else "Chromium does not answer.")
            parts.append(data)
        last, self.buffer = parts.pop().split(b"\0", 1)
        return json.loads(b"".join(parts) + last)

    def open(self, address):
        """Opens a page and waits until it is loaded. Leaves the events of that time in `events`."""
        self.events.clear()
        self.send("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        # For late requests and reports. The page cannot wait for itself: its script may be disabled.
        time.sleep(0.3)
        self.send("Runtime.evaluate", expression="0")

    def evaluate(self, script):
        """Evaluates an expression and returns its value; awaits a promise."""
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details.get("text")
            raise BrowserError(f"script: {text}")
        return answer["result"].get("value")

    def resize(self, width, height=900):
        """Resizes the window; sizes are in pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def media(self, scheme="light", media=""):
        """Sets the preferred colour scheme, "light" or "dark", and the medium; "print" for paper."""
        self.send("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def key(self, name):
        """Presses a key."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38,
                 "ArrowRight": 39, "ArrowDown": 40}
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                      windowsVirtualKeyCode=codes[name])


def start(program, folder):
    """Starts the browser with pipes as its descriptors 3 and 4. Returns the process and our ends."""
    their_input, our_output = os.pipe()
    our_input, their_output = os.pipe()

    def place():
        # First away from 3 and 4: an end may have one of these numbers itself.
        ends = [os.dup(their_input), os.dup(their_output)]
        spare = [os.dup(end) for end in ends]
        os.dup2(spare[0], 3)
        os.dup2(spare[1], 4)

    arguments = [
        program, "--headless", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars",
        "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
        "--disable-component-update", "--disable-dev-shm-usage", "--user-data-dir=" + folder]
    if os.getuid() == 0:
        arguments.append("--no-sandbox")
    process = subprocess.Popen(
        arguments + ["about:blank"], preexec_fn=place, close_fds=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(their_input)
    os.close(their_output)
    return process, our_output, our_input


def write(descriptor, data):
    """Writes all bytes, however many system calls it takes."""
    while data:
        data = data[os.write(descriptor, data):]
