import icon from '../../assets/app-icon.svg';

export function AppIcon() {
  return <img src={icon} width="56" height="56" alt="" draggable={false} />;
}
