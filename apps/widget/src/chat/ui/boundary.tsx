// Catches render errors: the specification's sentence and a reload button.
import { Component, type ReactNode } from 'react'
import type { Texts } from '../../texts.ts'
import { AlertIcon } from './icons.tsx'

interface Props {
  readonly texts: Texts
  readonly children: ReactNode
}

/** Offers a full reload, since code needs a new document. */
export function Crash({ texts }: { texts: Texts }) {
  return (
    <div className="blank" role="alert">
      <AlertIcon />
      <p>
        <strong>{texts.crash}</strong> {texts.crashWhat}
      </p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {texts.tryAgain}
      </button>
    </div>
  )
}

export class Boundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    const { texts, children } = this.props
    if (!this.state.crashed) return children
    return <Crash texts={texts} />
  }
}
