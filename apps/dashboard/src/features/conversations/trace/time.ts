import { i18n } from '../../../i18n/i18n.ts'

/** «412 ms»; from one second on «1.2 s». */
export const timeText = (ms: number): string =>
  ms < 1000
    ? i18n.t('debug.ms', { count: Math.round(ms) })
    : i18n.t('debug.seconds', { count: Math.round(ms / 100) / 10 })
