"""A headless Chromium that is told what to do through a pipe, by its own protocol: pages of any width, real keys."""

import itertools
import json
import os
import select
import subprocess
import time

PATIENCE = 120  # seconds, for one answer


class Browser:
    """Use it in a `with`. Calls are answered in order; what it tells without being asked is dropped."""

    def __init__(self, profile):
        to_browser, self._writing = os.pipe()
        self._reading, from_browser = os.pipe()
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]

        def place_pipes():  # where the protocol wants them
            inward, outward = os.dup(to_browser), os.dup(from_browser)
            os.dup2(inward, 3)
            os.dup2(outward, 4)

        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place_pipes, close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        self._numbers = itertools.count(1)
        self._text = b""
        self._session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._writing)
        os.close(self._reading)

    def _message(self, until):
        while b"\0" not in self._text:
            if not select.select([self._reading], [], [], max(0, until - time.monotonic()))[0]:
                raise SystemExit("the browser does not answer")
            read = os.read(self._reading, 1 << 16)
            if not read:
                raise SystemExit("the browser has ended")
            self._text += read
        message, self._text = self._text.split(b"\0", 1)
        return json.loads(message)

    def _send(self, method, parameters):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        return number

    def call(self, method, **parameters):
        number = self._send(method, parameters)
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._message(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, uri):
        failed = self.call("Page.navigate", url=uri).get("errorText")
        if failed:
            raise SystemExit(f"{uri}: {failed}")
        until = time.monotonic() + PATIENCE
        while self.run("[document.URL, document.readyState]") != [uri, "complete"]:
            if time.monotonic() > until:
                raise SystemExit(f"{uri} is not shown in time")

    def look(self, width, height, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"the page says: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key):
        code = {"Tab": 9, "Enter": 13}[key]
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **(text if kind == "keyDown" else {}))
