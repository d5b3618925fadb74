// An agent's picture, or its initial on its own colour.
import { Avatar } from '@mantine/core'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { readTheme } from '@parlance/contract/agents/theme'
import { isOwnPicture } from '../../../components/inputs/upload/upload-state.ts'

export function AgentAvatar({ agent }: { agent: PublicAgent }) {
  const { accent, onAccent } = readTheme(agent)
  const picture = agent.roundedImageURL || agent.avatarImageUrl
  return (
    <Avatar
      size={56}
      radius="50%"
      alt=""
      src={isOwnPicture(picture) ? picture : null}
      styles={{ placeholder: { background: accent, color: onAccent } }}
    >
      {[...agent.title.trim()][0]?.toUpperCase()}
    </Avatar>
  )
}
