import { z } from 'zod'
import { DAY_MS, isLogTime } from './time.ts'

/** A UTC day or a point in time, as filters of logs take them. */
export const logTime = z.union([z.iso.date(), z.iso.datetime()]).refine(isLogTime, 'a date of our time').optional()

/** The first point in time after it: for a day its end. */
export const afterLogTime = (to: string): Date => new Date(Date.parse(to) + (to.length > 10 ? 1 : DAY_MS))
