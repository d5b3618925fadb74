/** The same service, with `effect` run after each of the named calls, whether it succeeded or failed. */
export function runAfterMethods<Service extends object>(
  service: Service,
  names: readonly (keyof Service)[],
  effect: () => void,
): Service {
  const wrapped: Partial<Record<keyof Service, unknown>> = {}
  for (const name of names) {
    const call = service[name] as (...args: unknown[]) => Promise<unknown>
    wrapped[name] = (...args: unknown[]) => call.apply(service, args).finally(effect)
  }
  return { ...service, ...wrapped }
}
