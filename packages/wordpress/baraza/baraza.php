<?php
/**
 * Plugin Name: Baraza
 * Description: Puts the assistant of your Baraza site on every page: it answers visitors in Swahili and English.
 * Version: 0.2.0
 * Requires at least: 5.9
 * Requires PHP: 7.4
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: baraza
 */

defined( 'ABSPATH' ) || exit;

const BARAZA_OPTION = 'baraza';
const BARAZA_EMPTY  = array(
	'address'  => '',
	'site'     => '',
	'key'      => '',
	'language' => '',
);

add_action( 'wp_footer', 'baraza_print_widget' );
add_action( 'admin_menu', 'baraza_add_page' );
add_action( 'admin_init', 'baraza_register_settings' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'baraza_add_link' );
register_uninstall_hook( __FILE__, 'baraza_uninstall' );

/** The line of the widget, before the end of every page. Nothing is fetched here. */
function baraza_print_widget() {
	$settings = baraza_settings();
	if ( '' === $settings['address'] || '' === $settings['site'] ) {
		return;
	}
	$attributes = array(
		'src'       => esc_url( $settings['address'] . '/w.js', array( 'http', 'https' ) ),
		'data-site' => $settings['site'],
		'defer'     => true,
	);
	if ( '' !== $settings['key'] ) {
		$attributes['data-key'] = $settings['key'];
	}
	if ( '' !== $settings['language'] ) {
		$attributes['data-language'] = $settings['language'];
	}
	// WordPress escapes every attribute.
	wp_print_script_tag( $attributes );
}

function baraza_uninstall() {
	delete_option( BARAZA_OPTION );
}

function baraza_settings() {
	$stored = get_option( BARAZA_OPTION );
	return array_merge( BARAZA_EMPTY, is_array( $stored ) ? $stored : array() );
}

function baraza_add_page() {
	add_options_page( 'Baraza', 'Baraza', 'manage_options', 'baraza', 'baraza_show_page' );
}

function baraza_add_link( $links ) {
	$link = sprintf(
		'<a href="%s">%s</a>',
		esc_url( admin_url( 'options-general.php?page=baraza' ) ),
		esc_html( baraza_text( 'settings' ) )
	);
	return array_merge( array( $link ), $links );
}

/** WordPress checks the nonce of the form and that the person may manage options, then calls `baraza_check`. */
function baraza_register_settings() {
	register_setting(
		'baraza',
		BARAZA_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'baraza_check',
			'default'           => BARAZA_EMPTY,
			'show_in_rest'      => false,
		)
	);
}

/** What is stored: the given settings if they are right, or else the former ones with a sentence for each fault. */
function baraza_check( $given ) {
	// For a new option, WordPress calls this twice, the second time with the result of the first.
	static $checked = null;
	if ( null !== $checked && $given === $checked ) {
		return $checked;
	}
	$given    = array_merge( BARAZA_EMPTY, is_array( $given ) ? array_filter( $given, 'is_string' ) : array() );
	$settings = array_intersect_key( array_map( 'trim', baraza_read_line( $given ) ), BARAZA_EMPTY );
	$settings['address'] = preg_replace( '#/+$|/+w\.js$#', '', $settings['address'] );

	$faults = array();
	if ( ! baraza_is_address( $settings['address'] ) ) {
		$faults[] = 'wrong_address';
	}
	if ( ! preg_match( '/^[a-z0-9][a-z0-9-]{0,62}$/D', $settings['site'] ) ) {
		$faults[] = 'wrong_site';
	}
	if ( ! preg_match( '/^(pk_[A-Za-z0-9_-]{1,120})?$/D', $settings['key'] ) ) {
		$faults[] = 'wrong_key';
	}
	if ( ! in_array( $settings['language'], array( '', 'sw', 'en' ), true ) ) {
		$settings['language'] = '';
	}
	foreach ( $faults as $fault ) {
		add_settings_error( BARAZA_OPTION, $fault, esc_html( baraza_text( $fault ) ) );
	}
	if ( array() !== $faults ) {
		return baraza_settings();
	}
	$checked = $settings;
	$doubt   = baraza_doubt( $settings );
	if ( null !== $doubt ) {
		add_settings_error( BARAZA_OPTION, $doubt, esc_html( baraza_text( $doubt ) ), 'warning' );
	}
	return $settings;
}

/** The whole line of the console may be pasted into the field of the address. */
function baraza_read_line( $given ) {
	$names = array(
		'address' => 'src',
		'site'    => 'data-site',
		'key'     => 'data-key',
	);
	$line = $given['address'];
	if ( false === stripos( $line, '<script' ) ) {
		return $given;
	}
	foreach ( $names as $field => $name ) {
		$is_there        = preg_match( '/\s' . $name . '=["\']([^"\'<>]*)["\']/i', $line, $found );
		$given[ $field ] = $is_there ? $found[1] : '';
	}
	return $given;
}

/** A host with https, or http on this machine; without a name, a query or a fragment. */
function baraza_is_address( $address ) {
	if ( ! preg_match( '#^https?://[A-Za-z0-9.:\[\]_-]+(/[A-Za-z0-9._~/-]*)?$#D', $address ) ) {
		return false;
	}
	$parts = wp_parse_url( $address );
	if ( ! is_array( $parts ) || empty( $parts['host'] ) ) {
		return false;
	}
	$is_here = in_array( $parts['host'], array( 'localhost', '127.0.0.1', '[::1]' ), true );
	return 'https' === $parts['scheme'] || $is_here;
}

/** Asks the server once, when the settings are saved. The settings are kept: the server may only be away. */
function baraza_doubt( $settings ) {
	$address = $settings['address'] . '/v1/sites/' . $settings['site'] . '/config';
	if ( '' !== $settings['key'] ) {
		$address = add_query_arg( 'key', rawurlencode( $settings['key'] ), $address );
	}
	// Who may not run own code here may not reach private addresses through this server either.
	$get      = current_user_can( 'install_plugins' ) ? 'wp_remote_get' : 'wp_safe_remote_get';
	$response = $get(
		$address,
		array(
			'timeout'             => 5,
			'redirection'         => 0,
			'limit_response_size' => 65536,
			'headers'             => array( 'Origin' => untrailingslashit( baraza_origin() ) ),
		)
	);
	$sentences = array(
		200 => null,
		401 => 'old_key',
		403 => 'not_allowed',
		404 => 'no_site',
	);
	$status    = is_wp_error( $response ) ? 0 : wp_remote_retrieve_response_code( $response );
	return array_key_exists( $status, $sentences ) ? $sentences[ $status ] : 'no_answer';
}

function baraza_origin() {
	$parts = wp_parse_url( home_url() );
	$port  = empty( $parts['port'] ) ? '' : ':' . $parts['port'];
	return $parts['scheme'] . '://' . $parts['host'] . $port;
}

function baraza_show_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = baraza_settings();
	?>
	<div class="wrap">
		<h1>Baraza</h1>
		<p><?php echo esc_html( baraza_text( 'lead' ) ); ?></p>
		<form method="post" action="options.php">
			<?php settings_fields( 'baraza' ); ?>
			<table class="form-table" role="presentation">
				<?php
				baraza_show_field( 'address', $settings, 'https://assistant.example' );
				baraza_show_field( 'site', $settings, 'duka-la-asha' );
				baraza_show_field( 'key', $settings, 'pk_…' );
				?>
				<tr>
					<th scope="row"><label for="baraza-language"><?php echo esc_html( baraza_text( 'language' ) ); ?></label></th>
					<td>
						<select id="baraza-language" name="baraza[language]">
							<?php foreach ( array( '' => 'browser', 'sw' => 'sw', 'en' => 'en' ) as $value => $text ) : ?>
								<option value="<?php echo esc_attr( $value ); ?>" <?php selected( $settings['language'], $value ); ?>>
									<?php echo esc_html( baraza_text( $text ) ); ?>
								</option>
							<?php endforeach; ?>
						</select>
					</td>
				</tr>
			</table>
			<p class="description"><?php echo esc_html( baraza_text( 'looks' ) ); ?></p>
			<?php submit_button(); ?>
		</form>
		<?php if ( '' !== $settings['address'] && '' !== $settings['site'] ) : ?>
			<p><a href="<?php echo esc_url( home_url( '/' ) ); ?>"><?php echo esc_html( baraza_text( 'try' ) ); ?></a></p>
		<?php endif; ?>
	</div>
	<?php
}

function baraza_show_field( $name, $settings, $example ) {
	?>
	<tr>
		<th scope="row"><label for="baraza-<?php echo esc_attr( $name ); ?>"><?php echo esc_html( baraza_text( $name ) ); ?></label></th>
		<td>
			<input type="text" class="regular-text code" autocomplete="off" spellcheck="false"
				id="baraza-<?php echo esc_attr( $name ); ?>"
				name="baraza[<?php echo esc_attr( $name ); ?>]"
				value="<?php echo esc_attr( $settings[ $name ] ); ?>"
				placeholder="<?php echo esc_attr( $example ); ?>"
				aria-describedby="baraza-<?php echo esc_attr( $name ); ?>-help">
			<p class="description" id="baraza-<?php echo esc_attr( $name ); ?>-help">
				<?php echo esc_html( baraza_text( $name . '_help' ) ); ?>
			</p>
		</td>
	</tr>
	<?php
}

/** In the language of the person who is signed in: Swahili, or else English. */
function baraza_text( $name ) {
	$is_swahili = 0 === strpos( get_user_locale(), 'sw' );
	$texts      = $is_swahili ? baraza_swahili() : baraza_english();
	return $texts[ $name ];
}

function baraza_english() {
	return array(
		'settings'      => 'Settings',
		'lead'          => 'The assistant answers the questions of your visitors, from what you have approved in the console of Baraza.',
		'address'       => 'Address of the server',
		'address_help'  => 'You can also paste the whole line that the console calls “Code to paste”; it fills the fields below.',
		'site'          => 'Name of the site',
		'site_help'     => 'The data-site of the line.',
		'key'           => 'Site key',
		'key_help'      => 'The data-key of the line. It is public.',
		'language'      => 'Language at first',
		'browser'       => 'The language of the visitor’s browser',
		'sw'            => 'Kiswahili',
		'en'            => 'English',
		'looks'         => 'Colour, side, greeting and hours are set in the console. A change there is visible within a minute.',
		'try'           => 'Open the website and try it',
		'wrong_address' => 'The address must begin with https://, such as https://assistant.example. Nothing was saved.',
		'wrong_site'    => 'The name of the site has small letters, digits and hyphens, such as duka-la-asha. Nothing was saved.',
		'wrong_key'     => 'The site key begins with pk_; copy it from the console, or leave it empty. Nothing was saved.',
		'no_answer'     => 'Saved, but no Baraza answers at this address now. Check the address.',
		'no_site'       => 'Saved, but the server has no site of this name. Check the name.',
		'old_key'       => 'Saved, but the server does not accept this key. Copy the present one from the console.',
		'not_allowed'   => 'Saved, but the site does not allow this website. Add its address in the console.',
	);
}

function baraza_swahili() {
	return array(
		'settings'      => 'Mipangilio',
		'lead'          => 'Msaidizi hujibu maswali ya wageni wako, kwa yale uliyoyaidhinisha kwenye konsoli ya Baraza.',
		'address'       => 'Anwani ya seva',
		'address_help'  => 'Unaweza pia kubandika mstari wote ambao konsoli huuita “Mstari wa kuweka”; utajaza sehemu zilizo hapa chini.',
		'site'          => 'Jina la tovuti',
		'site_help'     => 'Ni data-site ya mstari huo.',
		'key'           => 'Ufunguo wa tovuti',
		'key_help'      => 'Ni data-key ya mstari huo. Si siri.',
		'language'      => 'Lugha ya kuanzia',
		'browser'       => 'Lugha ya kivinjari cha mgeni',
		'sw'            => 'Kiswahili',
		'en'            => 'English',
		'looks'         => 'Rangi, upande, salamu na saa hupangwa kwenye konsoli. Badiliko huonekana ndani ya dakika moja.',
		'try'           => 'Fungua tovuti uijaribu',
		'wrong_address' => 'Anwani lazima ianze na https://, kwa mfano https://assistant.example. Hakuna kilichohifadhiwa.',
		'wrong_site'    => 'Jina la tovuti lina herufi ndogo, tarakimu na vistari, kwa mfano duka-la-asha. Hakuna kilichohifadhiwa.',
		'wrong_key'     => 'Ufunguo wa tovuti huanza na pk_; unakili kutoka kwenye konsoli, au uache wazi. Hakuna kilichohifadhiwa.',
		'no_answer'     => 'Imehifadhiwa, lakini hakuna Baraza inayojibu kwenye anwani hii sasa. Angalia anwani.',
		'no_site'       => 'Imehifadhiwa, lakini seva haina tovuti yenye jina hili. Angalia jina.',
		'old_key'       => 'Imehifadhiwa, lakini seva haikubali ufunguo huu. Nakili ulio wa sasa kutoka kwenye konsoli.',
		'not_allowed'   => 'Imehifadhiwa, lakini tovuti hii hairuhusiwi. Ongeza anwani yake kwenye konsoli.',
	);
}
