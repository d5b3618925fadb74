/**
 * A `refetchInterval` for data that has loaded. Polling after a failure to load would remove the error and its button
 * again and again.
 */
export const pollLoaded =
  (milliseconds: number) =>
  ({ state }: { state: { data: unknown } }): number | false =>
    state.data === undefined ? false : milliseconds
