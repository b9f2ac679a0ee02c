// The connection to a game: it comes back by itself, and answers are matched to what was asked.

const LONGEST = 5000;
// Milliseconds after which the server is asked again whether it is there, and in which it has to answer.
const BEAT = 10000;
const LATE = 15000;

export class Live {
  // hello: the first message; tell(message): for what comes unasked; show(open, why): when the connection comes and goes.
  constructor(hello, tell, show) {
    Object.assign(this, { hello, tell, show, number: 0, asked: new Map(), wait: 250, over: false, why: "" });
    this.open();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.again();
    });
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = this.socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello }));
    socket.onmessage = (event) => {
      if (socket.lost) return;
      const message = JSON.parse(event.data);
      if (message.refused) this.over = true;
      if (message.later) this.why = message.later;
      if (message.setting) {
        this.wait = 250;
        this.why = "";
        this.show(true);
        this.beat(socket);
      }
      // What the server could not read it answers without a number: it was the first of what is not answered yet.
      const id = message.id === null ? this.asked.keys().next().value : message.id;
      if (id !== undefined && this.asked.has(id)) {
        const { resolve, reject } = this.asked.get(id);
        this.asked.delete(id);
        if (message.error) reject(new Error(message.error));
        else resolve(message);
      } else this.tell(message);
    };
    socket.onclose = () => this.lose(socket);
  }

  // Ask again and again whether the server is there: nothing else tells that a connection has stalled.
  beat(socket) {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(async () => {
      const late = setTimeout(() => {
        socket.close();
        this.lose(socket);
      }, LATE);
      try {
        await this.ask("beat");
        this.beat(socket);
      } catch {
        /* it was lost */
      } finally {
        clearTimeout(late);
      }
    }, BEAT);
  }

  // A connection is closed, or does not answer.
  lose(socket) {
    if (socket !== this.socket || socket.lost) return;
    socket.lost = true;
    clearTimeout(this.pulse);
    for (const { reject } of this.asked.values()) reject(new Error("the connection was lost"));
    this.asked.clear();
    if (this.over) return;
    this.show(false, this.why);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST, this.wait * 1.7);
  }

  again() {
    if (!this.over && (this.socket.lost || this.socket.readyState === WebSocket.CLOSED)) this.open();
  }

  // Ask, or act; a promise of the answer.
  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.lost || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("not connected"));
        return;
      }
      const id = ++this.number;
      this.asked.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
