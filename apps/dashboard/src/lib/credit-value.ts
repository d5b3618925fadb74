import { useQuery } from '@tanstack/react-query'
import { statusQuery } from './session/session.ts'

/** Dollars per credit of this installation; undefined while unknown and on the host of an agency. */
export const useCreditValue = (): number | undefined => useQuery(statusQuery).data?.creditValueUsd
