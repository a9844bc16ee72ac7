/** Thrown when `maxWaiting` is reached: more work would time out before it could start. */
export class QueueFullError extends Error {}

/** Thrown when the client went away before its work could start, or while it ran. */
export class ClientGoneError extends Error {}

/** Limits of one level: all work, one network, one account and so on. */
type Level = { readonly maxRunning: number; readonly maxWaiting: number };

type Node = {
  readonly level: Level;
  readonly children: Map<string, Node>;
  readonly queue: (() => void)[];
  running: number;
  /** Includes the queues of its children. */
  waiting: number;
};

type LimiterOptions = {
  readonly levels: readonly [Level, ...Level[]];
  /** How waiting work is started, for example `setImmediate`; synchronously by default. */
  readonly start?: (run: () => void) => void;
};

/** `path` names the caller at each level below the first: `[network, account]`. Waiting work leaves with its `signal`. */
export type Limiter = <Result>(
  work: () => Promise<Result>,
  path?: readonly string[],
  signal?: AbortSignal,
) => Promise<Result>;

// A concurrency limiter with fair queueing. Work beyond the limits waits; free slots go round robin to the waiting
// networks, and within a network to its accounts. Work of one account stays in order.
export function createLimiter({ levels, start = (run) => run() }: LimiterOptions): Limiter {
  const root = createNode(levels[0]);

  function findNodes(path: readonly string[]): Node[] {
    const nodes = [root];
    let parent = root;
    for (const [index, key] of path.entries()) {
      const level = levels[index + 1];
      if (!level) throw new Error(`The limiter has no level for ${key}`);
      const child = parent.children.get(key) ?? createNode(level);
      parent.children.set(key, child);
      nodes.push(child);
      parent = child;
    }
    return nodes;
  }

  function release(path: readonly string[], nodes: readonly Node[]): void {
    for (const node of nodes) node.running -= 1;
    removeIdle(path, nodes);
    const next = findNext(root);
    const run = next?.at(-1)?.queue.shift();
    if (!next || !run) return;
    for (const node of next) {
      node.waiting -= 1;
      node.running += 1;
    }
    start(run);
  }

  return async (work, path = [], signal) => {
    if (signal?.aborted) throw new ClientGoneError();
    const nodes = findNodes(path);
    const slot = acquire(path, nodes, signal);
    if (slot) await slot;
    try {
      return await work();
    } finally {
      release(path, nodes);
    }
  };
}

function createNode(level: Level): Node {
  return { level, children: new Map(), queue: [], running: 0, waiting: 0 };
}

/** Returns undefined if the work can start at once. */
function acquire(
  path: readonly string[],
  nodes: readonly Node[],
  signal: AbortSignal | undefined,
): Promise<void> | undefined {
  if (nodes.every(({ running, level }) => running < level.maxRunning)) {
    for (const node of nodes) node.running += 1;
    return undefined;
  }
  if (nodes.some(({ waiting, level }) => waiting >= level.maxWaiting)) {
    removeIdle(path, nodes);
    throw new QueueFullError("The queue is full");
  }
  for (const node of nodes) node.waiting += 1;
  return new Promise((run, reject) => {
    const queue = nodes.at(-1)?.queue ?? [];
    queue.push(run);
    signal?.addEventListener("abort", () => {
      const place = queue.indexOf(run);
      if (place === -1) return;
      queue.splice(place, 1);
      for (const node of nodes) node.waiting -= 1;
      removeIdle(path, nodes);
      reject(new ClientGoneError());
    });
  });
}

/** The path of nodes to the queue whose first work can run now. */
function findNext(node: Node): Node[] | undefined {
  if (node.waiting === 0 || node.running >= node.level.maxRunning) return undefined;
  if (node.queue.length > 0) return [node];
  for (const [key, child] of node.children) {
    const found = findNext(child);
    if (!found) continue;
    // Move the child to the end, for round robin.
    node.children.delete(key);
    node.children.set(key, child);
    return [node, ...found];
  }
  return undefined;
}

/** Removes nodes without running or waiting work. */
function removeIdle(path: readonly string[], nodes: readonly Node[]): void {
  for (const [index, key] of [...path.entries()].toReversed()) {
    const parent = nodes[index];
    const node = parent?.children.get(key);
    if (node?.running === 0 && node.waiting === 0) parent?.children.delete(key);
  }
}
