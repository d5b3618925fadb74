// Whether a message list follows its end: until the reader scrolls up, and again once they return.

interface ScrollPosition {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

export interface StickToEnd {
  readonly isFollowing: () => boolean
  readonly resume: () => void
  /** Call it on scroll; returns whether the list still follows. */
  readonly moved: (box: ScrollPosition) => boolean
}

export const NEAR_END = 80

export function createStickToEnd(): StickToEnd {
  let following = true
  let lastTop = 0
  return {
    isFollowing: () => following,
    resume: () => {
      following = true
    },
    moved: (box) => {
      // A smooth scroll to the end passes the middle too, and new text moves the end: only moving up leaves it.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END) following = true
      else if (box.scrollTop < lastTop) following = false
      lastTop = box.scrollTop
      return following
    },
  }
}
