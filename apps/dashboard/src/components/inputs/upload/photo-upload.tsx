// A photo or logo, cropped to a square by the server and saved at once.
import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import { dataUrl } from '../../../lib/files/data-url.ts'
import { postJson } from '../../../lib/files/upload-body.ts'
import { errorText } from '../../../lib/errors.ts'
import { type SendFile, Upload } from './upload.tsx'

interface Props<Answer> {
  label: string
  description?: string
  value: string
  /** The call's path. */
  path: string
  /** Gets the response and returns the photo's address. */
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
