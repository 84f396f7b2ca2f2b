import { LinkButton } from '../../components/controls/link-button.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './overview-screen.module.css';

const { overview } = texts;

/** Says how to be told about changes and failures, until there is a destination. */
export function BeTold() {
  return (
    <Panel title={overview.beTold}>
      <p className={classes.hint}>{overview.beToldHint}</p>
      <LinkButton to="/alerts/destinations/new" variant="default">
        {overview.beToldAction}
      </LinkButton>
    </Panel>
  );
}
