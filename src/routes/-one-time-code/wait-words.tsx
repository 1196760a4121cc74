import { Plural } from '@lingui/react/macro'

const hour = 3600

/** How long to wait: a running clock, or whole hours where seconds mean nothing. */
export function WaitWords({ seconds }: { seconds: number }) {
  if (seconds >= hour) {
    const hours = Math.ceil(seconds / hour)
    return <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />
  }
  return (
    <span className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
