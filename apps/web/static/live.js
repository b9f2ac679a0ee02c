// @ts-check
// The connection to a game: it comes back by itself, and answers are matched to what was asked.

/** @import { Message, Replies } from "./types.d.ts" */

const LONGEST = 5000;
/** @typedef {WebSocket & { lost?: boolean }} Socket whether it was given up */

// Milliseconds after which the server is asked again whether it is there, and in which it has to answer.
const BEAT = 10000;
const LATE = 15000;

export class Live {
  /**
   * hello: the first message; tell(message): for what comes unasked; show(open, why): when the connection comes and goes.
   * @param {object} hello
   * @param {(message: Message) => void} tell
   * @param {(open: boolean, why?: string) => void} show
   */
  constructor(hello, tell, show) {
    this.hello = hello;
    this.tell = tell;
    this.show = show;
    this.number = 0;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.asked = new Map();
    this.wait = 250;
    this.over = false;
    this.why = "";
    this.timer = this.pulse = 0;
    this.open();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.again();
    });
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    /** @type {Socket} */
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello }));
    socket.onmessage = (event) => {
      if (socket.lost) return;
      /** @type {Message} */
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
      const asked = id === undefined ? undefined : this.asked.get(id);
      if (id !== undefined && asked) {
        this.asked.delete(id);
        if (message.error) asked.reject(new Error(message.error));
        else asked.resolve(message);
      } else this.tell(message);
    };
    socket.onclose = () => this.lose(socket);
  }

  /**
   * Ask again and again whether the server is there: nothing else tells that a connection has stalled.
   * @param {Socket} socket
   */
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

  /**
   * A connection is closed, or does not answer.
   * @param {Socket} socket
   */
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
    if (!this.over && (!this.socket || this.socket.lost || this.socket.readyState === WebSocket.CLOSED)) this.open();
  }

  /**
   * Ask, or act; a promise of the answer.
   * @template {keyof Replies} K
   * @param {K} what
   * @param {object} fields
   * @returns {Promise<Replies[K]>}
   */
  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.lost || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("not connected"));
        return;
      }
      const id = ++this.number;
      this.asked.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
