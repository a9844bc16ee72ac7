/** Thrown where so many wait already that one more would give up before its turn. */
export class QueueFullError extends Error {}

/** How much runs and waits at once: of all work, and at each further level of one network, account and so on. */
type Level = { readonly maxRunning: number; readonly maxWaiting: number };

type Node = {
  readonly level: Level;
  readonly children: Map<string, Node>;
  readonly queue: (() => void)[];
  running: number;
  /** In its queue and in those of its children. */
  waiting: number;
};

type LimiterOptions = {
  readonly levels: readonly [Level, ...Level[]];
  /** How waiting work is started once it may run; at once where nothing is given. */
  readonly start?: (begin: () => void) => void;
};

/** `path` says whose work it is, from the second level on: `[network, account]`. */
export type Limiter = <Result>(work: () => Promise<Result>, path?: readonly string[]) => Promise<Result>;

/**
 * A concurrency limiter with fair queueing. Work beyond the limits waits; free places go round robin to the networks
 * that wait, and within a network to its accounts. Work of one account keeps its order.
 */
export function createLimiter({ levels, start = (begin) => begin() }: LimiterOptions): Limiter {
  const root = createNode(levels[0]);

  function nodesOf(path: readonly string[]): Node[] {
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

  function leave(path: readonly string[], nodes: readonly Node[]): void {
    for (const node of nodes) node.running -= 1;
    forget(path, nodes);
    const next = findNext(root);
    const begin = next?.at(-1)?.queue.shift();
    if (!next || !begin) return;
    for (const node of next) {
      node.waiting -= 1;
      node.running += 1;
    }
    start(begin);
  }

  return async (work, path = []) => {
    const nodes = nodesOf(path);
    const turn = enter(path, nodes);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      leave(path, nodes);
    }
  };
}

function createNode(level: Level): Node {
  return { level, children: new Map(), queue: [], running: 0, waiting: 0 };
}

/** Nothing where the work may begin at once. */
function enter(path: readonly string[], nodes: readonly Node[]): Promise<void> | undefined {
  if (nodes.every(({ running, level }) => running < level.maxRunning)) {
    for (const node of nodes) node.running += 1;
    return undefined;
  }
  if (nodes.some(({ waiting, level }) => waiting >= level.maxWaiting)) {
    forget(path, nodes);
    throw new QueueFullError("Too many are waiting");
  }
  for (const node of nodes) node.waiting += 1;
  return new Promise((begin) => nodes.at(-1)?.queue.push(begin));
}

/** The nodes from here down to the queue whose first work may run now. */
function findNext(node: Node): Node[] | undefined {
  if (node.waiting === 0 || node.running >= node.level.maxRunning) return undefined;
  if (node.queue.length > 0) return [node];
  for (const [key, child] of node.children) {
    const found = findNext(child);
    if (!found) continue;
    // The last one served goes behind the others.
    node.children.delete(key);
    node.children.set(key, child);
    return [node, ...found];
  }
  return undefined;
}

/** Keeps no node of a caller of whom nothing runs or waits. */
function forget(path: readonly string[], nodes: readonly Node[]): void {
  for (const [index, key] of [...path.entries()].toReversed()) {
    const parent = nodes[index];
    const node = parent?.children.get(key);
    if (node?.running === 0 && node.waiting === 0) parent?.children.delete(key);
  }
}
