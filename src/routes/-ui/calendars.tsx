import { useState } from 'react'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { WeekGrid } from '#src/ui/calendar/week-grid.tsx'
import { bands, items, sheet, week } from './sample-data.ts'
import { Section } from './section.tsx'

export function Calendars() {
  const [opened, setOpened] = useState('')
  const [chosen, setChosen] = useState('2026-11-20')
  const turn = (step: 1 | -1, day: string) => setOpened(`${step > 0 ? 'после' : 'до'} ${day}`)
  return (
    <Section id="calendar" title="Календарь">
      <p role="status" className="text-ink-muted">
        {opened && `Открыто: ${opened}`}
      </p>
      <MonthGrid
        label="Ноябрь 2026"
        days={sheet}
        home="2026-11-20"
        items={items}
        bands={bands}
        moreWords={(count) => `ещё ${count}`}
        countWords={(count) => `занятий: ${count}`}
        onOpen={setOpened}
        onOpenDay={setOpened}
        onTurn={turn}
      />
      <CompactMonth
        label="Ноябрь 2026, точками"
        days={sheet}
        chosen={chosen}
        items={items}
        bands={bands}
        countWords={(count) => `занятий: ${count}`}
        onTurn={turn}
        onChooseDay={setChosen}
      />
      <div className="max-lg:hidden">
        <WeekGrid
          label="16–22 ноября 2026"
          days={week}
          items={items.filter(({ day }) => week.some((own) => own.day === day))}
          bands={bands}
          now={{ day: '2026-11-20', minutes: 14 * 60 + 20, label: 'Сейчас 14:20' }}
          allDayLabel="весь день"
          home="2026-11-20"
          hourWords={(hour) => `${String(hour).padStart(2, '0')}:00`}
          moreWords={(count) => `ещё ${count}`}
          countWords={(count) => `занятий: ${count}`}
          onOpen={setOpened}
          onOpenDay={setOpened}
          onTurn={turn}
        />
      </div>
      <Agenda
        days={week}
        items={items}
        bands={bands}
        allDayLabel="день"
        todayLabel="сегодня"
        level={3}
        onOpen={setOpened}
      />
    </Section>
  )
}
