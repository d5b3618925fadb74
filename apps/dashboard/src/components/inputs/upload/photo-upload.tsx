// A photo or logo that the server cuts to a square and keeps as soon as it is chosen.
import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import { dataUrl } from '../../../lib/data-url.ts'
import { postJson } from '../../../lib/upload-body.ts'
import { errorText } from '../../../lib/errors.ts'
import { type SendFile, Upload } from './upload.tsx'

interface Props<Answer> {
  label: string
  description?: string
  /** Address of the photo; empty for none. */
  value: string
  /** Where it is posted. */
  path: string
  /** Gets the answer of the call, and tells the address of the photo. */
  onSent: (answer: Answer) => string
  onRemove: () => void
}

export function PhotoUpload<Answer>({ path, onSent, onRemove, ...field }: Props<Answer>) {
  const send: SendFile = async (file, sending) => {
    try {
      const body = JSON.stringify({ base64Payload: await dataUrl(file) })
      return onSent((await postJson(path, body, sending)) as Answer)
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }
  return (
    <Upload
      {...field}
      onChange={(url) => url === '' && onRemove()}
      send={send}
      maxMB={MAX_UPLOAD_MB}
      accept={ACCEPTED_IMAGES}
    />
  )
}
