import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const WRITE_BUFFER_BYTES = 1024 * 1024;
const READ_BUFFER_BYTES = 256 * 1024;

/** The folder of reports in DATA_DIR. Servers that share a database share it too. */
export class ReportFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'reports');
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Writes a file under a name of this attempt alone, so that whoever was thought dead cannot spoil the file of whoever took
   * over; it is there under that name only when it is whole.
   */
  async write(
    name: string,
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<{ path: string; bytes: number }> {
    const part = join(this.#folder, `${name}.part`);
    try {
      const file = createWriteStream(part, { mode: 0o600, highWaterMark: WRITE_BUFFER_BYTES });
      await pipeline(content, file, { signal });
      const handle = await open(part, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(part, join(this.#folder, name));
      return { path: name, bytes: file.bytesWritten };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** How long the file is; undefined where it is not there. */
  async bytesOf(path: string): Promise<number | undefined> {
    const found = await stat(join(this.#folder, path)).catch(() => undefined);
    return found?.size;
  }

  /** The file's content, opened at once. */
  read(path: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#folder, path), { highWaterMark: READ_BUFFER_BYTES });
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#folder, path), { force: true });
  }

  /** Each file with the job that it belongs to. */
  async list(): Promise<{ name: string; jobId: string }[]> {
    const names = await readdir(this.#folder);
    return names.flatMap((name) => {
      const jobId = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(name)?.[1];
      return jobId === undefined ? [] : [{ name, jobId }];
    });
  }

  /** What attempts at a job have left behind, apart from one file. */
  async removeRemains(jobId: string, except?: string): Promise<void> {
    const names = await readdir(this.#folder);
    const remains = names.filter((it) => it.startsWith(jobId) && it !== except);
    await Promise.all(remains.map((it) => this.remove(it)));
  }
}
