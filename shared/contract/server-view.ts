/** Views of the server: what it says of itself, its notifications, connected tools. */

/** A tool that was made known. */
export interface ToolClient {
  clientId: string;
  name: string;
  redirectUri: string;
}

/** A request to be let in that waits for somebody's answer. */
export interface ToolRequest {
  requestId: string;
  clientName: string;
  redirectUri: string;
}

export interface NotificationView {
  id: string;
  title: string;
  /** More about it; empty where there is nothing. */
  text: string;
  createdAt: string;
  isRead: boolean;
  /** The task it is about; null where it is about something else. */
  taskId: string | null;
}

export interface ServerView {
  /** "ok" where it is well; null where it did not say. */
  health: string | null;
  /** Its own interface document; null where it gives none. */
  description: { title: string; version: string; paths: number } | null;
  status: { hasUsers: boolean; hasAdmin: boolean } | null;
  config: ServerConfig | null;
  /** The person came in through single sign-on of their own organisation; null where it does not tell. */
  isSingleSignOn: boolean | null;
  workspaces: WorkspaceView[];
}

export interface WorkspaceView {
  id: string;
  name: string;
  /** null where the server does not tell. */
  role: string | null;
  /** Open tasks assigned to the person there; null where the server does not count. */
  assigned: number | null;
}

/** What the server says that it offers, and how one signs in to it. */
export interface ServerConfig {
  isCloud: boolean;
  isDemoMode: boolean;
  hasImageUploads: boolean;
  hasSmtp: boolean;
  disableWorkspaceCreation: boolean;
  billingEnabled: boolean;
  disableLoginForm: boolean;
  disableEmailOtpSignIn: boolean;
  hasCodehostSignIn: boolean;
  hasIdentityProviderSignIn: boolean;
  hasChatSignIn: boolean;
  hasCustomOAuth: boolean;
  customOAuthName: string | null;
  customOAuthAutoLogin: boolean;
  hasGuestAccess: boolean;
  disableRegistration: boolean;
  disablePasswordRegistration: boolean;
}
