// Callbacks for the commit of a transaction, kept by its database handle.
import type { Db } from './pool.ts'

const callbacks = new WeakMap<object, (() => void)[]>()

/** Lets callbacks be registered for the transaction of `tx`; returns a function that runs them, to call once it has committed. */
export function trackCommit(tx: object): () => void {
  const registered: (() => void)[] = []
  callbacks.set(tx, registered)
  return () => {
    callbacks.delete(tx)
    for (const callback of registered) callback()
  }
}

/** Makes `wrapper` stand for the transaction of `tx`. */
export function shareCommit<T extends object>(tx: object, wrapper: T): T {
  const registered = callbacks.get(tx)
  if (registered) callbacks.set(wrapper, registered)
  return wrapper
}

/** Returns false if the commit of `tx` is not tracked. */
export function afterCommit(tx: object, callback: () => void): boolean {
  const registered = callbacks.get(tx)
  registered?.push(callback)
  return registered !== undefined
}

/** Runs `work` in a transaction whose commit is tracked. */
export async function inTrackedTx<T>(db: Pick<Db, 'transaction'>, work: (tx: Db) => Promise<T>): Promise<T> {
  let committed = () => {}
  const result = await db.transaction((tx) => {
    committed = trackCommit(tx)
    return work(tx as Db)
  })
  committed()
  return result
}
