// Reasons shown with campaigns and their recipients. Stored in English, and shown in the reader's language.
import { type MessageDescriptor, msg, withRef } from '@parlance/i18n/messages'
import { readMessage } from '../../lib/stored-message.ts'

const known = new Map<string, MessageDescriptor>()
function stored(reason: MessageDescriptor): string {
  known.set(reason.message, reason)
  return reason.message
}

export const REASONS = {
  busy: stored(msg('campaign_line_busy')),
  noAnswer: stored(msg('campaign_no_answer')),
  notConnected: stored(msg('campaign_not_connected')),
  voicemail: stored(msg('campaign_machine_answered')),
  serverRestart: stored(msg('campaign_server_restart')),
  badAudio: stored(msg('campaign_sound_lost')),
  creditsExhausted: stored(msg('campaign_credits_exhausted')),
  notPlaced: stored(msg('campaign_call_not_placed')),
  noCredits: stored(msg('campaign_next_calls_unpaid')),
  callsBroken: stored(msg('campaign_calls_failed')),
  messagesBroken: stored(msg('campaign_messages_failed')),
  leadDeleted: stored(msg('campaign_lead_deleted')),
  notToCall: stored(msg('campaign_number_blocked')),
  refused: stored(msg('campaign_visitor_blocked')),
  outsideHours: stored(msg('campaign_outside_hours')),
  notSent: stored(msg('campaign_not_sent')),
  noName: stored(msg('campaign_lead_nameless')),
  optedOut: stored(msg('campaign_opted_out')),
} as const

/** Other texts come from providers. */
export const shownReason = <Field extends string>(field: Field, text: string) =>
  withRef(field, known.get(text) ?? readMessage(text))
