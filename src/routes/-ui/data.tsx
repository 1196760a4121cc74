import { useState } from 'react'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { DateTile } from '#src/ui/data/date-tile.tsx'
import { DescriptionList } from '#src/ui/data/description-list.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Grid } from '#src/ui/data/grid.tsx'
import type { GridContent } from '#src/ui/data/grid-content.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Pagination } from '#src/ui/data/pagination.tsx'
import { ShowMore } from '#src/ui/data/show-more.tsx'
import { Stat, StatList } from '#src/ui/data/stat.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { VirtualTable } from '#src/ui/data/virtual-table.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { SelectedFilters } from '#src/ui/forms/selected-filters.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { BannerCard } from '#src/ui/layout/banner-card.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Section } from './section.tsx'

type Payment = { number: number; due: string; sum: string; state: 'paid' | 'late' | 'open' }

const payments: Payment[] = [
  { number: 1, due: '1 сентября 2026', sum: '12 500 ₽', state: 'paid' },
  { number: 2, due: '1 октября 2026', sum: '12 500 ₽', state: 'paid' },
  { number: 3, due: '1 ноября 2026', sum: '12 500 ₽', state: 'late' },
  { number: 4, due: '1 декабря 2026', sum: '12 500 ₽', state: 'open' },
]

const states = {
  paid: (
    <Badge tone="success" icon={<Icon name="contract-success" size={16} />}>
      Оплачен
    </Badge>
  ),
  late: (
    <Badge tone="error" icon={<Icon name="warning" size={16} />}>
      Просрочен
    </Badge>
  ),
  open: <Badge icon={<Icon name="contract-neutral" size={16} />}>Ожидает оплаты</Badge>,
}

const columns: Column<Payment>[] = [
  { key: 'number', title: 'Платёж', rowHeader: true, cell: ({ number }) => `Платёж ${number}` },
  { key: 'due', title: 'Срок', cell: ({ due }) => due },
  { key: 'state', title: 'Статус', cell: ({ state }) => states[state] },
  { key: 'sum', title: 'Сумма', align: 'end', cell: ({ sum }) => sum },
  {
    key: 'bill',
    title: 'Счёт',
    fitContent: true,
    cell: ({ state }) => (state === 'paid' ? null : <TextLink href="#data">Скачать счёт</TextLink>),
  },
]

const marks = [
  { key: 'student', title: 'Ученик', width: 160 },
  ...Array.from({ length: 120 }, (_, day) => ({ key: String(day), title: `${(day % 30) + 1}.11`, width: 56 })),
]

const subjects = ['Алгебра', 'География', 'История']

const gradeCells: GridContent = {
  rowKey: String,
  rowName: (row) => subjects[row],
  columnHead: (day) => day + 1,
  cell: (row, day) => ({
    name: `${subjects[row]}, ${day + 1} ноября`,
    content: <span aria-hidden="true">{((row * 7 + day * 3) % 4) + 2}</span>,
  }),
  endColumns: [
    {
      key: 'average',
      title: 'Средний',
      cell: (row) => ({ name: `${subjects[row]}, средний: 4,25`, content: <span aria-hidden="true">4,25</span> }),
    },
  ],
}

export function Data() {
  const [tab, setTab] = useState<'now' | 'past'>('now')
  return (
    <Section id="data" title="Данные">
      <BannerCard
        href="#data"
        title="Зимняя школа открыта для записи"
        text="Олимпиадная математика и физика, 3–8 января. Места ещё есть."
      />
      <Card>
        <StatList>
          <Stat label="К оплате до 1 декабря" value="12 500 ₽" note="Математика, 8 класс" />
          <Stat label="Просрочено" value="12 500 ₽" note="19 дней" tone="error" />
          <Stat label="Посещаемость" value="94 %" tone="success" />
        </StatList>
      </Card>
      <div className="grid gap-base lg:grid-cols-2">
        <Card
          title="Договор № 2035-17"
          aside={
            <Badge tone="success" icon={<Icon name="contract-success" size={16} />}>
              Заключён
            </Badge>
          }
        >
          <DescriptionList
            entries={[
              {
                key: 'who',
                term: 'Ученик',
                value: (
                  <span className="inline-flex items-center gap-xs">
                    <Avatar size="small" name="Марк Орлов" />
                    Марк Орлов
                  </span>
                ),
              },
              { key: 'what', term: 'Программа', value: 'Математика для 8 класса, углублённый курс' },
              { key: 'when', term: 'Срок', value: '1 сентября 2026 — 31 мая 2027' },
            ]}
          />
        </Card>
        <Card title="Устройства">
          <List>
            <ListItem
              title="Firefox, Ubuntu"
              note="Сегодня, 09:41"
              end={<Badge tone="success">Это устройство</Badge>}
            />
            <ListItem start={<Icon name="info" />} title="Safari, iOS" note="12 ноября, 18:20" />
            <ListItem
              start={<DateTile day="2026-11-20" weekday="пт" />}
              title="День открытых дверей"
              note="12:00–14:30"
            />
          </List>
        </Card>
        <Card title="Оплата">
          <ProgressBar label="Оплачено" value={25_000} max={125_000} valueText="25 000 ₽ из 125 000 ₽" />
        </Card>
      </div>
      <Card padding="flush">
        <div className="pt-base md:pt-lg">
          <Table
            stickyHeader
            caption="График платежей"
            columns={columns}
            rows={payments}
            rowKey={({ number }) => String(number)}
            total={['Всего', null, null, '50 000 ₽', null]}
          />
        </div>
      </Card>
      <Tabs
        label="События"
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'now', label: 'Предстоящие', count: 4 },
          { key: 'past', label: 'Прошедшие', count: 12 },
        ]}
      >
        <p>{tab === 'now' ? 'Олимпиада по физике — 28 ноября.' : 'День открытых дверей прошёл 7 ноября.'}</p>
      </Tabs>
      <Grid
        caption="Оценки четверти"
        cornerLabel="Предмет"
        rowCount={subjects.length}
        columnCount={40}
        content={gradeCells}
        initialColumn={39}
        onOpen={() => undefined}
      />
      <VirtualTable
        caption="Журнал оценок"
        columns={marks}
        rowCount={5000}
        rowKey={String}
        cell={(row, column) => (column === 0 ? `Ученик ${row + 1}` : ((row * 7 + column * 3) % 4) + 2)}
      />
      <SelectedFilters
        label="Выбранные фильтры"
        filters={[
          { key: 'math', label: 'Математика', removeLabel: 'Убрать фильтр: Математика' },
          { key: '7', label: '7 класс', removeLabel: 'Убрать фильтр: 7 класс' },
        ]}
        onRemove={() => undefined}
      />
      <Disclosure summary="План платежей">
        <p>12 500 ₽ до 1 декабря.</p>
      </Disclosure>
      <ShowMore status="Показано 20 из 134" label="Показать ещё" onMore={() => undefined} />
      <Pagination
        label="Страницы"
        status="Страница 5 из 9"
        page={5}
        pages={9}
        labels={{ previous: 'Предыдущая страница', next: 'Следующая страница', page: (page) => `Страница ${page}` }}
        renderLink={(page, props) => <a href={`#${page}`} {...props} />}
      />
    </Section>
  )
}
