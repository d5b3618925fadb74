import { notify } from '../components/feedback/notify.ts'
import { errorText } from './errors.ts'

/** Makes a call and shows the result (`done` on success). Resolves false if it failed. */
export type Act = (call: () => Promise<unknown>, done?: string) => Promise<boolean>

export const actWith =
  (refresh: () => unknown): Act =>
  async (call, done) => {
    try {
      await call()
    } catch (error) {
      notify.error(errorText(error))
      void refresh()
      return false
    }
    if (done) notify.success(done)
    void refresh()
    return true
  }
