import { useState } from 'react'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { FilterChip, FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { LinkButton } from '#src/ui/forms/link-button.tsx'
import { OneTimeCodeInput } from '#src/ui/forms/one-time-code-input.tsx'
import { RadioGroup } from '#src/ui/forms/radio-group.tsx'
import { SearchInput } from '#src/ui/forms/search-input.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Select } from '#src/ui/forms/select.tsx'
import { Slider } from '#src/ui/forms/slider.tsx'
import { TextArea } from '#src/ui/forms/text-area.tsx'
import { TextInput } from '#src/ui/forms/text-input.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Row, Section } from './section.tsx'

export function Controls() {
  const [view, setView] = useState<'month' | 'week'>('month')
  const [scheme, setScheme] = useState<'steps' | 'once'>('steps')
  const [offline, setOffline] = useState(true)
  const [code, setCode] = useState('')
  const [kinds, setKinds] = useState<string[]>([])
  const [sought, setSought] = useState('физика')
  return (
    <Section id="controls" title="Кнопки и поля">
      <Row>
        <Button variant="primary">Оплатить 12 500 ₽</Button>
        <Button icon={<Icon name="download" />}>Скачать счёт</Button>
        <Button variant="quiet">Отменить</Button>
        <Button variant="danger">Отвязать</Button>
        <Button variant="primary" busy>
          Сохраняем
        </Button>
        <Button disabled>Недоступно</Button>
        <LinkButton href="#controls">Ссылка-кнопка</LinkButton>
        <TextLink href="#controls">Подробнее о договоре</TextLink>
      </Row>
      <Row>
        <Button size="small" variant="primary">
          Записаться
        </Button>
        <Button size="small" icon={<Icon name="print" size={16} />}>
          Печать
        </Button>
        <IconButton icon="arrow-left" label="Предыдущий месяц" variant="outlined" />
        <IconButton icon="arrow-right" label="Следующий месяц" variant="outlined" />
        <IconButton icon="refresh" label="Обновить" />
        <SegmentedControl
          legend="Вид календаря"
          value={view}
          onChange={setView}
          options={[
            { value: 'month', label: 'Месяц', icon: 'calendar' },
            { value: 'week', label: 'Неделя', icon: 'list' },
          ]}
        />
        <FilterChip pressed={offline} icon="schedule-full-time" count={12} onClick={() => setOffline(!offline)}>
          Очно
        </FilterChip>
        <FilterChip pressed={!offline} tone="info" count={7} onClick={() => setOffline(!offline)}>
          Онлайн
        </FilterChip>
      </Row>
      <FilterChips
        legend="Что показывать"
        allLabel="Всё"
        options={[
          { value: 'lessons', label: 'Занятия', icon: 'schedule-webinar', count: 12 },
          { value: 'exams', label: 'Экзамены', icon: 'exam' },
        ]}
        selected={kinds}
        onChange={setKinds}
      />
      <Card title="Поля">
        <div className="grid gap-lg md:grid-cols-2">
          <Field label="Имя" hint="Как в паспорте">
            <TextInput defaultValue="Александра" autoComplete="given-name" />
          </Field>
          <Field label="Почта" error="В адресе нет символа @. Проверьте, всё ли набрано.">
            <TextInput type="email" defaultValue="anna.school.example" icon="email" />
          </Field>
          <Field label="Ребёнок">
            <Select defaultValue="mark">
              <option value="all">Все дети</option>
              <option value="mark">Марк Константинопольский-Задунайский</option>
            </Select>
          </Field>
          <Field label="Поиск" mark="необязательно">
            <SearchInput
              value={sought}
              onSearch={setSought}
              clearLabel="Очистить поиск"
              placeholder="Название программы"
            />
          </Field>
          <Field label="Сообщение">
            <TextArea placeholder="Что не так с расписанием?" />
          </Field>
          <RadioGroup
            legend="Как платить"
            value={scheme}
            onChange={setScheme}
            options={[
              { value: 'steps', label: 'Частями', hint: '10 платежей по 12 500 ₽' },
              { value: 'once', label: 'Сразу', hint: '118 750 ₽, скидка 5 %' },
            ]}
          />
          <Field label="Код подтверждения" hint="6 цифр из СМС на номер +7 ••• •••-12-34">
            <OneTimeCodeInput value={code} onChange={setCode} />
          </Field>
          <Field label="Код подтверждения" error="Код не подошёл. Осталось 2 попытки.">
            <OneTimeCodeInput value="271828" onChange={() => undefined} />
          </Field>
          <Checkbox defaultChecked hint="Письмо придёт за день до занятия">
            Напоминать о занятиях
          </Checkbox>
          <Checkbox disabled>Недоступно</Checkbox>
          <Field label="Масштаб">
            <Slider min={1} max={3} step={0.1} defaultValue={1.6} />
          </Field>
        </div>
      </Card>
    </Section>
  )
}
