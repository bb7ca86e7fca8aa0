import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '@tonle/contract/random';

/** Where a connection is cut: not at all, when the request has gone through, or when the answer is on its way back. */
type Cut = 'never' | 'after-request' | 'before-answer';

/**
 * Stands between clients and server and cuts connections where it hurts: the request has arrived, and whoever sent it never
 * learns what became of it.
 */
export class CuttingProxy {
  readonly #target: number;
  readonly #random: Random;
  readonly #percent: number;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly cuts = { 'after-request': 0, 'before-answer': 0 };

  constructor(target: number, random: Random, percent: number) {
    this.#target = target;
    this.#random = random;
    this.#percent = percent;
    this.#server = createServer((near) => this.#join(near));
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return (this.#server.address() as AddressInfo).port;
  }

  #fate(): Cut {
    if (!this.#random.percent(this.#percent)) return 'never';
    return this.#random.percent(50) ? 'after-request' : 'before-answer';
  }

  #join(near: Socket): void {
    const fate = this.#fate();
    const far = connect({ port: this.#target, host: '127.0.0.1' });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    const cut = () => {
      if (fate !== 'never' && !near.destroyed) this.cuts[fate] += 1;
      end();
    };
    near.on('data', (part) => {
      far.write(part, () => {
        // A moment later, so that the server has it, and may be in the middle of it.
        if (fate === 'after-request') setTimeout(cut, this.#random.below(20));
      });
    });
    far.on('data', (part) => {
      if (fate === 'before-answer') cut();
      else near.write(part);
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}
