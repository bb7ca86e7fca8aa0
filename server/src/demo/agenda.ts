/** What is yet to happen, taken in the order of time, and of entry where times are equal. */
export class Agenda {
  readonly #heap: { at: number; order: number; act: (at: Date) => void }[] = [];
  #entered = 0;

  add(at: Date, act: (at: Date) => void): void {
    const heap = this.#heap;
    heap.push({ at: at.getTime(), order: this.#entered++, act });
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#swapped(child, parent)) break;
      child = parent;
    }
  }

  /** Lets everything happen that is due by then, including what that itself brings about. */
  runUntil(end: Date): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end.getTime(); next = this.#heap[0]) {
      this.#removeFirst();
      next.act(new Date(next.at));
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      const right = left + 1;
      const child = right < heap.length && this.#isBefore(right, left) ? right : left;
      if (child >= heap.length || !this.#swapped(child, parent)) return;
      parent = child;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const one = this.#heap[a];
    const other = this.#heap[b];
    if (one === undefined || other === undefined) return one !== undefined;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }

  /** Swaps the two where the child is due before its parent. */
  #swapped(child: number, parent: number): boolean {
    if (!this.#isBefore(child, parent)) return false;
    const heap = this.#heap;
    const moved = heap[child];
    const other = heap[parent];
    if (moved === undefined || other === undefined) return false;
    heap[child] = other;
    heap[parent] = moved;
    return true;
  }
}
