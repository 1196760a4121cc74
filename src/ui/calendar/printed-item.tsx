import type { ReactNode } from 'react'
import type { CalendarItem } from './calendar-items.ts'

type PrintedTimeProps = {
  item: CalendarItem
  time: string
  /** What is crossed out with the time of a cancelled item. */
  children?: ReactNode
}

/** The time of an item, or when it is due, and what has changed. */
export function PrintedTime({ item, time, children }: PrintedTimeProps) {
  const { state, previousTime, movedFrom, cancelled, due } = item
  return (
    <>
      {due && `${due.label} `}
      <span className={cancelled ? 'line-through' : ''}>
        {time} {children}
      </span>
      {state && (
        <>
          {' '}
          <span className="font-medium">{movedFrom?.shortState ?? state}</span> {previousTime && <s>{previousTime}</s>}
        </>
      )}
    </>
  )
}
