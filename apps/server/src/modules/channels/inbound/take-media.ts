// Takes a message's files: downloads them, detects their kind by content, stores them privately, and transcribes voice
// notes.
import { isSound } from '@parlance/contract/conversations/attachments'
import { MAX_ATTACHMENTS, MAX_VISITOR_FILE_BYTES, MAX_VISITOR_FILE_MB } from '@parlance/contract/files/limits'
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { reasonFor } from '../../../lib/outbound/reasons.ts'
import type { ChannelConversations } from '../channel-conversations.ts'
import type { IdentityRow, Taken } from '../identities.repository.ts'
import type { ChannelAdapter, ChannelConnection, InboundMedia } from '../ports.ts'

export interface MediaDeps {
  readonly conversations: Pick<ChannelConversations, 'attach' | 'transcribe'>
}
export interface MediaSource {
  readonly adapter: Pick<ChannelAdapter, 'download'>
  readonly connection: ChannelConnection
  readonly identity: IdentityRow
}

/** Never rejects: refused files are reported. `room`: how many more files the message may have. */
export async function takeMedia(
  { conversations }: MediaDeps,
  ctx: Ctx,
  { adapter, connection, identity }: MediaSource,
  all: readonly InboundMedia[],
  room: number = MAX_ATTACHMENTS,
): Promise<Taken> {
  const urls: string[] = []
  const words: string[] = []
  const refused: MessageDescriptor[] = []
  const refuse = ({ isContext }: InboundMedia, why: MessageDescriptor) => {
    if (!isContext) refused.push(why)
  }
  const owner = { agentId: identity.agent_id, visitorHash: identity.visitor_hash }
  for (const media of all.slice(0, room)) {
    const fault = faultOf(media)
    if (fault || !adapter.download) {
      refuse(media, fault ?? unread(media))
      continue
    }
    try {
      const { bytes } = await adapter.download(media, connection)
      const file = await conversations.attach(ctx, { ...owner, filename: media.name, bytes })
      urls.push(file.url)
      if (!isSound(file.mime)) continue
      const said = await heard(conversations, ctx, { ...owner, attachmentId: file.id })
      if (typeof said === 'string') words.push(said)
      else refuse(media, said)
    } catch (error) {
      ctx.log.info({ err: error, channel: connection.channel, kind: media.kind }, 'a file of a channel was not taken')
      refuse(
        media,
        error instanceof AppError
          ? msg('channel_file_refused', { name: media.name, reason: errorReason(error) })
          : reasonFor(error) === 'too-large'
            ? tooLarge(media)
            : unread(media),
      )
    }
  }
  if (all.length > room) refused.push(msg('channel_files_many', { max: MAX_ATTACHMENTS }))
  return { urls, text: words.join('\n'), refused }
}

const unread = ({ name }: InboundMedia) => msg('channel_file_unread', { name })
const tooLarge = ({ name }: Pick<InboundMedia, 'name'>) =>
  msg('channel_file_refused', { name, reason: msg('max_size', { max: MAX_VISITOR_FILE_MB }) })

function faultOf({ kind, name, bytes = 0 }: InboundMedia): MessageDescriptor | undefined {
  if (kind === 'video') return msg('channel_video_refused')
  return bytes > MAX_VISITOR_FILE_BYTES ? tooLarge({ name }) : undefined
}

async function heard(
  conversations: MediaDeps['conversations'],
  ctx: Ctx,
  file: Parameters<ChannelConversations['transcribe']>[1],
): Promise<string | MessageDescriptor> {
  try {
    const text = (await conversations.transcribe(ctx, file)).trim()
    return text === '' ? msg('channel_voice_silent') : text
  } catch (error) {
    ctx.log.info({ err: error }, 'a voice note of a channel was not written out')
    return msg('channel_voice_unwritten')
  }
}
