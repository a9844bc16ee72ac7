import { randomUUID } from "node:crypto";

type Meta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };
/** Metadata by presence key, as realtime-js expects it. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;
/** One tracked client. `process` is where it is connected. */
export type Presence = { readonly key: string; readonly meta: Meta; readonly process: string };

/** Clients that are present in each topic, on this process and on others. */
export function createPresences() {
  const topics = new Map<string, Map<string, Presence>>();

  function add(topic: string, presence: Presence): void {
    const presences = topics.get(topic) ?? new Map<string, Presence>();
    topics.set(topic, presences.set(presence.meta.phx_ref, presence));
  }

  function remove(topic: string, { meta }: Presence): boolean {
    const presences = topics.get(topic);
    const isKnown = presences?.delete(meta.phx_ref) ?? false;
    if (presences?.size === 0) topics.delete(topic);
    return isKnown;
  }

  return {
    add,
    remove,
    list: (topic: string): readonly Presence[] => [...(topics.get(topic)?.values() ?? [])],
    /** Removes the clients of a process that has ended; returns them by topic. */
    removeProcess(process: string): readonly (readonly [topic: string, gone: readonly Presence[]])[] {
      const gone = [...topics].map(
        ([topic, presences]) => [topic, [...presences.values()].filter((one) => one.process === process)] as const,
      );
      for (const [topic, presences] of gone) for (const presence of presences) remove(topic, presence);
      return gone.filter(([, presences]) => presences.length > 0);
    },
  };
}

export function createPresence(key: string, meta: object, process: string): Presence {
  return { key, meta: { ...meta, phx_ref: randomUUID() }, process };
}

export function toState(presences: readonly Presence[]): PresenceState {
  const state: Record<string, { metas: Meta[] }> = Object.create(null);
  for (const { key, meta } of presences) (state[key] ??= { metas: [] }).metas.push(meta);
  return state;
}
