// The connection to a game: it comes back by itself, and answers are matched to what was asked.

const LONGEST = 5000;

export class Live {
  // hello: the first message; tell(message): for what comes unasked; show(open): when the connection comes and goes.
  constructor(hello, tell, show) {
    Object.assign(this, { hello, tell, show, number: 0, asked: new Map(), wait: 250, over: false });
    this.open();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.again(); });
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = this.socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello }));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.refused) this.over = true;
      if (message.setting) { this.wait = 250; this.show(true); }
      if (message.id !== undefined && this.asked.has(message.id)) {
        const { resolve, reject } = this.asked.get(message.id);
        this.asked.delete(message.id);
        if (message.error) reject(new Error(message.error)); else resolve(message);
      } else this.tell(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      for (const { reject } of this.asked.values()) reject(new Error("the connection was lost"));
      this.asked.clear();
      if (this.over) return;
      this.show(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST, this.wait * 1.7);
    };
  }

  again() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  // Ask, or act; a promise of the answer.
  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) { reject(new Error("not connected")); return; }
      const id = ++this.number;
      this.asked.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
