import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../components/controls/icon.tsx';
import { screenLinks } from '../screens.ts';
import { texts } from '../texts/texts.ts';
import { Bell } from './bell.tsx';
import { openFinder } from './finder.tsx';
import { LiveDot } from './live-dot.tsx';
import { Logo } from './logo.tsx';
import classes from './navigation.module.css';

const destinations = screenLinks.filter(({ isOnlyInFinder }) => !isOnlyInFinder);

/** The navigation: a column on the left, icons only on narrow screens, a bar at the bottom on phones. */
export function Navigation({ onHelp }: { onHelp: () => void }) {
  return (
    <nav className={classes.navigation} aria-label={texts.nav.label}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={texts.appName}>
          <Logo />
          <span className={classes.word}>{texts.appName}</span>
        </Link>
        <Bell />
      </div>
      <button type="button" className={classes.search} onClick={openFinder} aria-label={texts.nav.search}>
        <Icon name="search" />
        <span className={classes.word}>{texts.nav.search}</span>
        <kbd className={classes.key}>/</kbd>
      </button>
      <ul className={classes.list}>
        {destinations.map(({ to, icon, label, shortLabel }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ className: classes.active!, 'aria-current': 'page' }}
              title={label}
              aria-label={label}
            >
              <Icon name={icon} size={18} />
              <span className={classes.label}>{label}</span>
              <span className={classes.short}>{shortLabel ?? label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <LiveDot />
        <div className={classes.tools}>
          <ThemeButton />
          <ActionIcon
            title={texts.nav.shortcuts}
            variant="subtle"
            color="gray"
            onClick={onHelp}
            aria-label={texts.nav.shortcuts}
          >
            <Icon name="keyboard" />
          </ActionIcon>
          <ActionIcon
            title={texts.nav.docs}
            variant="subtle"
            color="gray"
            component="a"
            href="/docs"
            aria-label={texts.nav.docs}
          >
            <Icon name="book" />
          </ActionIcon>
        </div>
      </div>
    </nav>
  );
}

function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      title={texts.nav.theme[other]}
      variant="subtle"
      color="gray"
      onClick={() => setColorScheme(other)}
      aria-label={texts.nav.theme[other]}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  );
}
