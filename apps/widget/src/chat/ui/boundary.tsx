// Catches a crash while drawing: the specification's sentence, and a button that draws again.
import { Component, type ComponentChildren } from 'preact'
import type { Texts } from '../../i18n.ts'
import { AlertIcon } from './icons.tsx'

interface Props {
  readonly texts: Texts
  readonly children: ComponentChildren
}

export class Boundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static override getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render({ texts, children }: Props) {
    if (!this.state.crashed) return children
    return (
      <div class="blank" role="alert">
        <AlertIcon />
        <p>
          <strong>{texts.crash}</strong> {texts.crashWhat}
        </p>
        <button type="button" class="primary" onClick={() => this.setState({ crashed: false })}>
          {texts.tryAgain}
        </button>
      </div>
    )
  }
}
