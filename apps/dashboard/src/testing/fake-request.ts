/** An upload's XMLHttpRequest with scripted events. */
export class FakeRequest extends EventTarget {
  static made: FakeRequest[] = []
  readonly upload = new EventTarget()
  opened: string[] = []
  sent = ''
  status = 0
  response: unknown = null
  aborted = false
  constructor() {
    super()
    FakeRequest.made.push(this)
  }
  open(...how: string[]) {
    this.opened = how
  }
  setRequestHeader() {}
  send(body: string) {
    this.sent = body
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total, lengthComputable: true }))
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.dispatchEvent(new Event('load'))
  }
}
