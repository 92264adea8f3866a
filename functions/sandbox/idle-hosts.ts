import type { EngineHost } from './engine-host.ts';

/** The idle hosts of an engine, until they get a job or have waited too long for one. */
export class IdleHosts {
  readonly #hosts: EngineHost[] = [];
  readonly #timers = new Map<EngineHost, NodeJS.Timeout>();
  readonly #longest: number | undefined;
  readonly #onEnd: () => void;

  /**
   * @param longest how long a host that has worked waits for another job before it is ended, in milliseconds
   * @param onEnd called when an idle host was ended
   */
  constructor(longest: number | undefined, onEnd: () => void) {
    this.#longest = longest;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#hosts.length;
  }

  /** Adds a host. One that has had no job holds little memory, and waits for ever. */
  add(host: EngineHost): void {
    this.#hosts.push(host);
    if (this.#longest === undefined || !host.hasWorked) return;
    const timer = setTimeout(() => this.#end(host), this.#longest);
    timer.unref();
    this.#timers.set(host, timer);
  }

  /** Takes the host that was used last, of those that fit: so hosts that are not needed become idle for long, and end. */
  take(fits: (host: EngineHost) => boolean = () => true): EngineHost | undefined {
    for (;;) {
      const at = this.#hosts.findLastIndex((candidate) => !candidate.usable || fits(candidate));
      const [host] = at < 0 ? [] : this.#hosts.splice(at, 1);
      if (!host) return undefined;
      this.#forget(host);
      if (host.usable) return host;
    }
  }

  /** Ends the host that has waited longest, to make room for another. */
  endOne(): void {
    const [host] = this.#hosts;
    if (host) this.#end(host);
  }

  /** Takes all hosts, whose caller ends them. */
  takeAll(): EngineHost[] {
    const hosts = this.#hosts.splice(0);
    hosts.forEach((host) => {
      this.#forget(host);
    });
    return hosts;
  }

  #end(host: EngineHost): void {
    this.#forget(host);
    this.#hosts.splice(this.#hosts.indexOf(host), 1);
    host.stop('idle');
    this.#onEnd();
  }

  #forget(host: EngineHost): void {
    clearTimeout(this.#timers.get(host));
    this.#timers.delete(host);
  }
}
