import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { Upload } from '../../../components/inputs/upload/upload.tsx'
import { useDraft } from '../draft/draft.tsx'
import { isSaved } from '../draft/draft-state.ts'
import { uploadImage } from './upload-image.ts'
import { useDesign } from './use-design.tsx'

export function Pictures() {
  const { t } = useTranslation()
  const { agent } = useDraft()
  // Images need a stored agent.
  if (!isSaved(agent)) return <AlertBox kind="info">{t('widget.saveForPictures')}</AlertBox>
  return (
    <>
      <ImageField field="roundedImageURL" hint={t('agents.design.roundedImageHint')} />
      <ImageField field="avatarImageUrl" />
      <ImageField field="headerImageUrl" />
      <ImageField field="chatBgURL" />
    </>
  )
}

interface ImageProps {
  field: 'roundedImageURL' | 'avatarImageUrl' | 'headerImageUrl' | 'chatBgURL'
  hint?: string | undefined
}

function ImageField({ field, hint }: ImageProps) {
  const { t } = useTranslation()
  const { agentId } = useDraft()
  const { change, config } = useDesign()
  const { region } = useScope()
  return (
    <Upload
      label={t(`agents.design.${field}`)}
      description={hint}
      value={config[field]}
      onChange={(url) => change({ [field]: url })}
      send={uploadImage(region, agentId)}
      maxMB={MAX_UPLOAD_MB}
      accept={ACCEPTED_IMAGES}
    />
  )
}
