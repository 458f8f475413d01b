import { useState } from 'preact/hooks'
import { AppIcon } from '../ui/app-icon.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/field.tsx'
import { Icon, type IconName, SHAPES } from '../ui/icon.tsx'
import { Illustration } from '../ui/illustration.tsx'
import { List, Row } from '../ui/list.tsx'
import { Marked } from '../ui/marked.tsx'
import { Nav } from '../ui/nav.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Switch } from '../ui/switch.tsx'

const NAV_PAGES = [
  { href: '#home', label: 'Vault', icon: 'vault' },
  { href: '#apps', label: 'Apps', icon: 'apps' },
  { href: '#activity', label: 'Activity', icon: 'receipt' },
] as const

/** Every element of `ui/`, in each of its states. */
export function Elements() {
  return (
    <>
      <Nav label="Pages" pages={NAV_PAGES} current="#apps" />
      <Buttons />
      <Inputs />
      <Card title="Notice" lead="Near what it is about.">
        <Notice>Sign in to go on.</Notice>
        <Notice kind="good">Saved in your vault.</Notice>
        <FailureNotice failure={{ code: 'offline' }} />
      </Card>
      <Lists />
      <Pictures />
      <div class="bar shown">
        <p class="fine">A bar over the end of the page: 2 unsaved changes</p>
        <div class="actions">
          <Button kind="quiet">Discard</Button>
          <Button>Save</Button>
        </div>
      </div>
    </>
  )
}

function Pictures() {
  return (
    <Card title="Icon, Illustration" lead="One family, drawn with one line; each beside its word.">
      <ul class="icons">
        {(Object.keys(SHAPES) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
      <div class="actions start">
        <Illustration name="request" />
        <Illustration name="vault" />
        <Illustration name="activity" />
      </div>
    </Card>
  )
}

function Buttons() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card
      title="Button, ButtonLink, ConfirmDialog"
      lead="One primary button a page; Deny is as large as Approve; danger is not the colour of the house."
    >
      <div class="actions start">
        <Button onClick={() => setAsking(true)}>Ask first</Button>
        <Button kind="secondary">Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <ButtonLink href="#button" kind="secondary">
          Link
        </ButtonLink>
      </div>
      <div class="actions start">
        <Button busyText="Approving…">Approve</Button>
        <Button disabled>Disabled</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Revoke Example Books?"
          message="It can no longer see your data."
          onCancel={() => setAsking(false)}
        >
          <Button kind="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button kind="danger" onClick={() => setAsking(false)}>
            Revoke
          </Button>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Inputs() {
  const [text, setText] = useState('Ada Lovelace')
  const [isOn, setOn] = useState(true)
  const [address, setAddress] = useState<'home' | 'work'>('home')
  return (
    <Card title="Field, SelectField, Switch, Choice">
      <Field label="Full name" value={text} onInput={setText} hint="As on your passport." />
      <Field label="Password" type="password" value="correct horse" onInput={() => undefined} />
      <Field label="Phone number" type="tel" value="41" onInput={() => undefined} error="Begin with a country code." />
      <SelectField
        label="Country"
        value="ch"
        onChange={() => undefined}
        options={[
          { value: 'ch', label: 'Switzerland' },
          { value: 'jp', label: 'Japan' },
        ]}
      />
      <div class="list-head">
        <h3>Share your nickname</h3>
        <Switch label="Share your nickname" isOn={isOn} onChange={setOn} />
      </div>
      <Choice
        label="E-mail address"
        value={address}
        onChange={setAddress}
        options={[
          { value: 'home', label: 'ada@example.org', hint: 'Home' },
          { value: 'work', label: 'lovelace@engines.example', hint: 'Work' },
        ]}
      />
    </Card>
  )
}

function Lists() {
  return (
    <>
      <List>
        <Row
          icon={<AppIcon name="Example Books" logo="" />}
          title="Example Books"
          detail={<Marked sentence="You return to books.example" value="books.example" />}
          action={<Button kind="secondary">Revoke</Button>}
        />
        <Row title="Firefox on Linux" detail="Last used today" action={<Badge>This device</Badge>} />
      </List>
      <EmptyState
        picture="apps"
        title="No app has your data"
        action={<ButtonLink href="#vault">Go to your vault</ButtonLink>}
      >
        An app that you approve is listed here, with everything that it may see.
      </EmptyState>
    </>
  )
}
