import { SentAttachments, type SentProps } from '@parlance/chat-ui/items/sent-attachments.tsx'
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'

export default function SentPart(props: SentProps) {
  const texts = onDemandTexts()
  return (
    <SentAttachments
      {...props}
      texts={{
        voiceNote: texts.voiceNote,
        openPicture: (name) => fill(texts.pictureOpen, { name }),
        closePicture: texts.pictureClose,
        saveFile: (name) => fill(texts.fileSave, { name }),
      }}
    />
  )
}
