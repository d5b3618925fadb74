// Calls of the fleet. The access rule of the call has checked that the caller owns the master.
import type { fleetApi } from '@parlance/contract/fleet/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Fleet } from './service.ts'

export const createFleetRouter = (service: Fleet): Handlers<typeof fleetApi> => ({
  listCopies: service.listCopies,
  createCopies: service.createCopies,
  detachCopy: service.detachCopy,
  preview: service.preview,
  previewCopy: service.previewCopy,
  listPushes: service.listPushes,
  push: service.push,
  getPush: service.getPush,
  stopPush: service.stopPush,
  rollBackPush: service.rollBackPush,
})
